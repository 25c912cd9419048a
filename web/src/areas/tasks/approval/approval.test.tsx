import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { freshBrowser } from '../../auth/testing/browser.ts'
import { refusal } from '../../auth/testing/server.ts'
import { openTask, TASK } from '../testing/open-task.tsx'
import { ana, jonas, maya, row, whole } from '../testing/sample-tasks.ts'
import { texts } from './approval.texts.ts'

freshBrowser()

const DECIDE = `POST ${TASK}decision/`
const seat = (slot: number, person: typeof ana, more: Partial<Task['seats'][number]> = {}) => ({
  slot,
  person,
  queue: null,
  asked: true,
  verdict: null,
  by: null,
  comment: '',
  at: null,
  mine: false,
  ...more,
})
const approval = (more: Partial<Task> = {}, can: Partial<Task['can']> = { decide: true }) =>
  whole(row(1, 'Countersign letter', { task_type: 'approval', assignee: null }), can, {
    rule: 2,
    seats: [
      seat(0, ana, { verdict: 'approve', by: ana, at: '2026-11-15T10:02:00Z', comment: 'Figures match' }),
      seat(1, maya, { mine: true }),
      seat(2, jonas),
    ],
    leads: { approve: ['Kickoff call'], reject: ['Agree fees'], changes: ['Agree fees'] },
    facts: [{ name: 'fee', label: 'Monthly fee', type: 'number', shown: '$4,850.00', size: null }],
    ...more,
  })

const button = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

test('what is decided on, who has voted and what is needed are shown', async () => {
  openTask(approval())
  expect(await screen.findByText(texts.given(1, 2))).toBeTruthy()
  expect(screen.getByText('two of three decide')).toBeTruthy()
  expect(screen.getByText('$4,850.00')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(rows.find((one) => one.includes('Ana Sousa'))).toContain(texts.verdicts.approve)
  expect(rows.find((one) => one.includes(texts.you))).toContain(texts.yourTurn)
  expect(rows.find((one) => one.includes('Jonas Weber'))).toContain(texts.notYet)
})

test('an approval is shown only once the server has it', async () => {
  const done = approval({ state: 'completed', status: 'completed' }, {})
  const { server, toasts } = openTask(approval(), { [DECIDE]: 'silent' })
  fireEvent.click(await button(texts.approve))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision: 'approve', comment: '' }]))
  expect((await button(texts.approve)).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText(texts.given(1, 2))).toBeTruthy()
  expect(toasts).toEqual([])
  expect(done.state).toBe('completed')
})

test.each(['changes', 'reject'] as const)('%s needs a comment', async (decision) => {
  const { server } = openTask(approval(), { [DECIDE]: { body: { data: approval() } } })
  fireEvent.click(await button(texts[decision]))
  expect(screen.getByText(texts.commentMissing)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(texts.comment))
  expect(server.sent(DECIDE)).toHaveLength(0)
  fireEvent.change(screen.getByLabelText(texts.comment), { target: { value: ' The rate is old ' } })
  fireEvent.click(await button(texts[decision]))
  await waitFor(() => expect(server.sent(DECIDE)).toEqual([{ decision, comment: 'The rate is old' }]))
})

test('A approves; without the right to decide no key does anything', async () => {
  const first = openTask(approval(), { [DECIDE]: { body: { data: approval() } } })
  await button(texts.approve)
  expect(pressPageKey('a')).toBe(true)
  await waitFor(() => expect(first.server.sent(DECIDE)).toHaveLength(1))
  first.unmount()
  openTask(approval({}, {}))
  await screen.findByText(texts.notMine)
  expect(pressPageKey('a')).toBe(false)
})

test('a vote that came too late says why and shows how it stands now', async () => {
  const { server, toasts } = openTask(approval(), { [DECIDE]: refusal(409, 'not_open', 'Jonas Weber has rejected it') })
  fireEvent.click(await button(texts.approve))
  server.change(`GET ${TASK}`, { body: { data: approval({ state: 'completed', status: 'completed' }, {}) } })
  await waitFor(() =>
    expect(toasts[0]).toMatchObject({ title: texts.failed, description: 'Jonas Weber has rejected it' }),
  )
  expect(await screen.findByText(texts.over)).toBeTruthy()
})

test('without a way back for changes there is only Reject', async () => {
  openTask(approval({ leads: { approve: [], reject: [], changes: null } }))
  await button(texts.approve)
  expect(screen.queryByRole('button', { name: new RegExp(texts.changes) })).toBeNull()
})

test('a seat of a queue names the queue, one whose turn has not come says so', async () => {
  const queue = { kind: 'team' as const, id: maya.id, name: 'Legal' }
  openTask(
    approval({ in_order: true, seats: [seat(0, ana), { ...seat(1, ana, { asked: false }), person: null, queue }] }),
  )
  const legal = (await screen.findByText(texts.anyone('Legal'))).closest('li')
  expect(within(legal ?? document.body).getByText(texts.turnToCome)).toBeTruthy()
})

test('a long answer says that there is more of it', async () => {
  openTask(approval({ facts: [{ name: 'letter', label: 'Letter', type: 'text', shown: 'Dear all', size: 48_312 }] }))
  expect(await screen.findByText('The beginning of 48,312 characters.')).toBeTruthy()
})
