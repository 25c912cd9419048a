import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { spec } from '../detail/detail.texts.ts'
import { COMPLETE, openTask, TASK } from '../testing/open-task.tsx'
import { row, whole } from '../testing/sample-tasks.ts'
import { texts } from './failed.texts.ts'
import { readOutputs } from './outputs.ts'

const RETRY = `POST ${TASK}retrigger/`
const attempt = (key: string, state: 'done' | 'unknown' | 'failed', problem: string | null = null) => ({
  key,
  state,
  at: '2026-11-15T09:12:00Z',
  problem,
  attempts: 1,
})
const automation = (more: Partial<Task> = {}, can: Partial<Task['can']> = { retry: true, override: true }) =>
  whole(
    row(1, 'Provision portal', { task_type: 'automated', state: 'failed', status: 'failed', assignee: null }),
    can,
    {
      problem: 'The portal has no free seat',
      tool: { id: 'http', name: 'Portal API', honours_keys: true },
      attempts: [
        attempt('k1', 'done'),
        attempt('k2', 'unknown'),
        attempt('k3', 'failed', 'Refused: seat limit reached'),
      ],
      outputs: [{ name: 'portal_address', type: 'string' }],
      ...more,
    },
  )
const button = (name: string) => screen.findByRole('button', { name })

test('the cause is the heading; each effect says what a retry would do', async () => {
  openTask(automation())
  expect(await screen.findByRole('heading', { name: 'The portal has no free seat' })).toBeTruthy()
  for (const words of Object.values(texts.states)) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText(texts.notes.unknown)).toBeTruthy()
  expect(screen.getByText('Refused: seat limit reached')).toBeTruthy()
})

test.each([
  ['nothing was sent', [], true, texts.retryFirst],
  ['the last try was refused', [attempt('k1', 'unknown'), attempt('k2', 'failed')], true, texts.retryRefused],
  ['no answer came, but the key is known', [attempt('k1', 'unknown')], true, texts.retryKeys],
  ['no answer came, and no key is known', [attempt('k1', 'unknown')], false, texts.retryNoKeys],
] as const)('what a retry does is said as it is: %s', async (_, attempts, honours_keys, note) => {
  openTask(automation({ attempts: [...attempts], tool: { id: 'http', name: 'Portal API', honours_keys } }))
  expect(await screen.findByText(note)).toBeTruthy()
})

test('between two tries it says why the last failed, and when the next is made', async () => {
  const at = new Date(Date.now() + 19_500).toISOString()
  const retry = { at, next: 2, of: 3 }
  const problem = 'The name api.bank.example wasn’t found. Check the address.'
  const running = automation({ state: 'in_progress', status: 'in_progress', problem: null }, {})
  const waiting = {
    kind: 'tool',
    step: 'portal',
    name: 'Provision portal',
    task_id: null,
    since: at,
    overdue: false,
    people: [],
    queue: null,
    usually: null,
    reminded_at: null,
    act: null,
    retry,
    problem,
  } as const
  openTask({ ...running, waiting: { ...waiting, people: [] } })
  expect(await screen.findByRole('heading', { name: /^Trying again in (19|20) s \(2 of 3\)$/ })).toBeTruthy()
  expect(screen.getByText(problem)).toBeTruthy()
})

test('nothing says that the receiver recognizes keys: nobody knows that of it', async () => {
  openTask(automation({ attempts: [attempt('k1', 'unknown')] }))
  expect(await screen.findByText(texts.notes.unknown)).toBeTruthy()
  expect(screen.queryByText(/the receiver recognizes/i)).toBeNull()
})

test('where the receiver knows keys, Retry tries at once', async () => {
  const running = automation({ state: 'in_progress', status: 'in_progress', problem: null }, {})
  const { server } = openTask(automation(), { [RETRY]: { body: { data: running, next: null } } })
  const retry = await button(spec.retry)
  server.change(`GET ${TASK}`, { body: { data: running } })
  fireEvent.click(retry)
  await waitFor(() => expect(server.sent(RETRY)).toHaveLength(1))
  expect(await screen.findByText(texts.running)).toBeTruthy()
  expect((await button(spec.retry)).hasAttribute('disabled')).toBe(true)
})

test('where it knows none and may have got it, Retry asks first', async () => {
  const old = { tool: { id: 'http', name: 'Old API', honours_keys: false }, attempts: [attempt('k1', 'unknown')] }
  const { server } = openTask(automation(old), { [RETRY]: { body: { data: automation(), next: null } } })
  fireEvent.click(await button(spec.retry))
  const dialog = within(await screen.findByRole('alertdialog', { name: texts.askTwice }))
  expect(server.sent(RETRY)).toHaveLength(0)
  fireEvent.click(dialog.getByRole('button', { name: texts.retryAnyway }))
  await waitFor(() => expect(server.sent(RETRY)).toHaveLength(1))
})

test('a completed automation can be neither retried nor overridden', async () => {
  openTask(automation({ state: 'completed', status: 'completed', problem: null }, {}))
  for (const name of [spec.retry, spec.override]) expect((await button(name)).hasAttribute('disabled')).toBe(true)
})

test('Override needs a reason and what later steps read', async () => {
  const { server, toasts } = openTask(automation(), { [COMPLETE]: { body: { data: automation(), next: null } } })
  fireEvent.click(await button(spec.override))
  const dialog = within(await screen.findByRole('dialog', { name: texts.overrideTitle('Provision portal') }))
  expect(dialog.getByText(texts.unknownEffects(1))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: texts.override }))
  expect(dialog.getByText(texts.reasonMissing)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText(texts.reason))
  fireEvent.change(dialog.getByLabelText(texts.reason), { target: { value: 'Set up by hand' } })
  fireEvent.change(dialog.getByLabelText('Portal address'), { target: { value: 'https://p.example' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.override }))
  await waitFor(() =>
    expect(server.sent(COMPLETE)).toEqual([
      { override: true, reason: 'Set up by hand', outputs: { portal_address: 'https://p.example' } },
    ]),
  )
  await waitFor(() => expect(toasts[0]?.title).toBe(texts.overridden('Provision portal')))
})

test('a refused override keeps what was written', async () => {
  const { toasts } = openTask(automation({ outputs: [] }), {
    [COMPLETE]: refusal(409, 'not_open', 'It went on by itself'),
  })
  fireEvent.click(await button(spec.override))
  const reason = await screen.findByLabelText(texts.reason)
  fireEvent.change(reason, { target: { value: 'By hand' } })
  fireEvent.click(await button(texts.override))
  await waitFor(() =>
    expect(toasts[0]).toMatchObject({ title: texts.overrideFailed, description: 'It went on by itself' }),
  )
  expect(reason).toHaveProperty('value', 'By hand')
})

test('outputs are read by their types; what is no JSON is refused', () => {
  const outputs = [
    { name: 'count', type: 'number' },
    { name: 'ready', type: 'boolean' },
    { name: 'whole', type: 'json' },
  ]
  expect(readOutputs(outputs, { count: '3', ready: true, whole: '{"a":1}' }, 0)).toEqual({
    values: { count: 3, ready: true, whole: { a: 1 } },
    problems: {},
  })
  expect(readOutputs(outputs, { whole: '{a' }, 0).problems).toEqual({ count: 'required', whole: 'bad_shape' })
})
