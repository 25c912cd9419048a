import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Proposal } from '@throughline/contracts/copilot'
import { WorkflowId } from '@throughline/contracts/ids'
import { Model } from '@throughline/contracts/models'
import { diff } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { applyEdits, type Edit } from '@throughline/flow/edit'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { namesOf } from '../model/drawing.ts'
import { texts } from './copilot.texts.ts'
import { CopilotBuilder } from './copilot-builder.tsx'

vi.mock('../canvas/flow-canvas.tsx', () => import('../testing/listed-canvas.tsx'))

const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`
const ASK = 'POST /v1/agents/multi-agent-workflow/'
const MODELS = 'GET /v1/integrations/models/'

const doc: FlowDoc = {
  name: 'Invoices',
  prefix: 'INV',
  type: 'sequential',
  metadata: { version: '1.0', category: 'finance' },
  start_step: 'enter',
  steps: {
    enter: { id: 'enter', type: 'manual', name: 'Enter', next: ['pay'], fields: [] },
    pay: { id: 'pay', type: 'manual', name: 'Pay', next: [], fields: [] },
  },
}

const agree = {
  id: 'agree',
  type: 'approval' as const,
  name: 'Legal approves',
  next: [],
  approvers: [],
  rule: 'first' as const,
  order: 'at_once' as const,
}
const ADD: Edit = { op: 'add_steps', after: 'enter', steps: [agree] }
const REMIND: Edit = { op: 'change_step', step: 'agree', set: { due: { in: '2d' } } }
const RENAME: Edit = { op: 'change_step', step: 'pay', set: { name: 'Transfer' } }

function change(n: number, edit: Edit, quote: string, needs: Edit[] = []) {
  const before = applyEdits(doc, needs)
  const after = 'doc' in before ? applyEdits(before.doc, [edit]) : before
  if (!('doc' in before) || !('doc' in after)) throw new Error('it does not fit')
  const changes = diff(before.doc, after.doc).changes
  return { id: `c${n}`, quote, is_guess: quote === '', needs: needs.map(() => 'c1'), edits: [edit], changes }
}

const proposal = (more: object = {}) =>
  Proposal.parse({
    drafter: 'rules',
    model: null,
    note: null,
    took: null,
    base_version: 3,
    diff: [
      change(1, ADD, 'ask Legal before paying'),
      change(2, REMIND, 'within two days', [ADD]),
      change(3, RENAME, ''),
    ],
    not_done: [{ quote: 'post it in #legal', reason: 'No tool posts there.' }],
    refs: { teams: [], people: [] },
    errors: 0,
    warnings: 1,
    ...more,
  })

const model = Model.parse({
  id: id(1),
  name: 'mistral-small',
  address: 'https://models.example.com/v1',
  host: 'models.example.com',
  connected_by: 'wei',
  connected_at: '2026-11-01T09:00:00Z',
  drafts: true,
  last_called_at: null,
  took: null,
  problem: null,
})

function open(answers: Parameters<typeof serve>[0] = {}) {
  const onClose = vi.fn<() => void>()
  const onApply = vi.fn<(made: FlowDoc) => void>()
  const saved = { id: WorkflowId.parse(id(9)), version: 3, doc }
  let colleague: (next: FlowDoc) => void = () => undefined
  function Page() {
    const [now, setNow] = useState(doc)
    colleague = setNow
    return (
      <CopilotBuilder
        doc={now}
        names={namesOf({ people: [], teams: [], workflows: [] })}
        onSave={() => Promise.resolve(saved)}
        onRefs={() => undefined}
        onApply={onApply}
        onClose={onClose}
      />
    )
  }
  const server = serve({ [MODELS]: { body: { data: [] } }, [ASK]: { body: proposal() }, ...answers })
  const root = createRootRoute()
  const tree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Page })])
  openRoutes(tree, '/', () => undefined)
  const change = (next: FlowDoc) => act(() => colleague(next))
  return { server, onApply, onClose, change }
}

async function ask(text = 'Ask Legal before paying.') {
  const box = await screen.findByLabelText(texts.instruction)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
}

const drawn = () =>
  within(screen.getByLabelText(texts.canvas))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const box = (what: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: texts.accept(what) })
const renaming = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /Transfer/ })

test('says that the rules draft, with a way to connect a model; with a model which and where', async () => {
  open()
  expect(await screen.findByText(texts.rules)).toBeTruthy()
  expect(screen.getByRole('link', { name: texts.connect }).getAttribute('href')).toBe('/integrations/models')
})

test('names the model that drafts, where it is and what it sees', async () => {
  open({ [MODELS]: { body: { data: [model] } } })
  expect(await screen.findByText('mistral-small')).toBeTruthy()
  expect(screen.getByText(/at models\.example\.com\. It sees this draft/)).toBeTruthy()
})

test('changes are drawn and listed with their words; guesses start unticked, and ticking redraws', async () => {
  const { server } = open()
  await ask()
  expect((await box('Legal approves')).checked).toBe(true)
  expect(server.sent(ASK)).toEqual([{ query: 'Ask Legal before paying.', workflow_id: id(9), base_version: 3 }])
  expect(screen.getByText(texts.quoted('ask Legal before paying'))).toBeTruthy()
  expect(screen.getByText(texts.notDone('post it in #legal'))).toBeTruthy()
  expect(screen.getByText(texts.checked(0, 1))).toBeTruthy()
  expect(drawn()).toContain('2 Legal approves added')
  expect(drawn()).not.toContain('3 Transfer changed Pay')
  const guess = await renaming()
  expect(guess.checked).toBe(false)
  fireEvent.click(guess)
  expect(drawn().some((words) => words?.includes('Transfer changed'))).toBe(true)
})

test('leaving a change out leaves out what needs it; the others are applied at once', async () => {
  const { onApply } = open()
  await ask()
  fireEvent.click(await renaming())
  fireEvent.click(await box('Legal approves'))
  const apply = screen.getByRole('button', { name: texts.apply(1) })
  fireEvent.click(apply)
  expect(onApply).toHaveBeenCalledTimes(1)
  expect(Object.values(onApply.mock.calls[0]?.[0].steps ?? {}).map(({ name }) => name)).toEqual(['Enter', 'Transfer'])
})

test('J and K go from change to change, and Ctrl+Enter takes what is ticked', async () => {
  const { onApply } = open()
  await ask()
  const first = await box('Legal approves')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(first)
  expect(screen.getByLabelText(texts.canvas).dataset.revealed).toBe('agree')
  fireEvent.keyDown(first, { key: 'k' })
  expect(document.activeElement).toBe(await renaming())
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  expect(onApply).toHaveBeenCalledTimes(1)
})

test('what a colleague changes meanwhile stays, and a change that no longer fits is struck with the reason', async () => {
  const { change: colleague, onApply } = open()
  await ask()
  await box('Legal approves')
  const { enter, pay } = doc.steps
  if (!enter || !pay) throw new Error('the steps are not there')
  colleague({ ...doc, steps: { enter, pay: { ...pay, name: 'Pay by card' } } })
  expect(await screen.findByText(texts.overtaken)).toBeTruthy()
  expect((await renaming()).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: texts.apply(2) }))
  expect(onApply.mock.calls[0]?.[0].steps).toMatchObject({ pay: { name: 'Pay by card' }, agree: { due: { in: '2d' } } })
})

test('a model that is away is named, and that the rules did it', async () => {
  const away = { model: { name: 'mistral-small', host: 'models.example.com' }, note: 'The model is busy.' }
  open({ [ASK]: { body: proposal(away) } })
  await ask()
  expect(await screen.findByText(texts.away('mistral-small'))).toBeTruthy()
  expect(screen.getByText('The model is busy.')).toBeTruthy()
})

test.each([
  ['a refusal', refusal(422, 'invalid_request', 'This is too much.'), 'This is too much.'],
  ['a stale draft', refusal(409, 'stale_version', 'This workflow was changed in the meantime'), texts.stale],
  ['no connection', 'unreachable' as const, texts.failed],
])('%s is told, and the words are kept', async (_, answer, said) => {
  open({ [ASK]: answer })
  await ask('Do a lot.')
  await waitFor(() => expect(screen.getAllByText(said).length).toBeGreaterThan(0))
  expect(screen.getByText('Do a lot.')).toBeTruthy()
})

test('says so while it works, and when there is nothing to change', async () => {
  const { server } = open({ [ASK]: 'silent' })
  await ask()
  expect(await screen.findByText(texts.loading)).toBeTruthy()
  server.change(ASK, { body: proposal({ diff: [], not_done: [] }) })
  fireEvent.click(screen.getByRole('button', { name: texts.fresh }))
  await ask('Leave it.')
  expect(await screen.findByText(texts.nothing)).toBeTruthy()
  expect(screen.queryByRole('button', { name: texts.discard })).toBeNull()
})

test('Escape leaves the box first where something is typed in it, then closes', async () => {
  const { onClose } = open()
  const box = await screen.findByLabelText<HTMLTextAreaElement>(texts.instruction)
  fireEvent.change(box, { target: { value: 'Ask Legal' } })
  fireEvent.keyDown(box, { key: 'Escape' })
  expect([onClose.mock.calls.length, box.value, document.activeElement === box]).toEqual([0, 'Ask Legal', false])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})
