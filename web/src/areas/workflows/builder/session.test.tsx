import type { Change } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../shared/api.ts'
import { localCopies } from './local-copy.ts'
import { type Hooks, openSession, type Session } from './session.ts'
import { keepWorkflow } from './testing/serve-workflow.ts'
import { invoice, ME, WORKFLOW, withStep } from './testing/workflow.ts'

beforeEach(() => {
  vi.useFakeTimers()
  api.forgetCsrf()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (server: ReturnType<typeof keepWorkflow>, more: Partial<Hooks> = {}, start?: FlowDoc) => {
  const told: { changes: readonly Change[] }[] = []
  const session = openSession(start ?? server.workflow(), {
    copies: (id) => localCopies(ME, id),
    read: () => Promise.resolve(server.workflow()),
    onWorkflow: () => undefined,
    onTheirs: (_, changes) => told.push({ changes }),
    online: () => true,
    ...more,
  })
  return { session, told }
}
const rename = (session: Session, step: string, name: string) =>
  session.store.change(withStep(session.store.get().doc, step, name), { label: 'Name', key: `${step} name` })
const drafts = (server: ReturnType<typeof keepWorkflow>) => server.sent(`PUT ${server.one}draft/`)
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('tl.draft.'))

test('typing is sent once, 800 ms after it stops, on top of what was last known', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  rename(session, 'pay', 'P')
  await vi.advanceTimersByTimeAsync(700)
  rename(session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(700)
  expect(drafts(server)).toHaveLength(0)
  expect(session.get().saving.kind).toBe('waiting')
  await vi.advanceTimersByTimeAsync(200)
  expect(drafts(server)).toMatchObject([{ base_version: 7, document: { steps: { pay: { name: 'Pay it' } } } }])
  expect(session.get().saving.kind).toBe('saved')
  rename(session, 'pay', 'Pay it now')
  await vi.advanceTimersByTimeAsync(900)
  expect(drafts(server)[1]).toMatchObject({ base_version: 8 })
})

test('what is taken back before it was sent is not sent', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  rename(session, 'pay', 'Pay it')
  session.store.undo()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(drafts(server)).toHaveLength(0)
  expect(session.get().saving.kind).toBe('unchanged')
})

test('a killed tab loses nothing: the next visit begins with what was not sent, and sends it', async () => {
  const server = keepWorkflow()
  rename(open(server, { online: () => false }).session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(150)
  expect(kept()).toHaveLength(1)
  vi.clearAllTimers()
  const { session } = open(server)
  expect(session.restored).toBe(true)
  expect(session.store.get().doc.steps.pay?.name).toBe('Pay it')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drafts(server)).toHaveLength(1)
  expect(kept()).toEqual([])
})

test('what came back from an earlier visit meets what others did since', async () => {
  const server = keepWorkflow()
  rename(open(server).session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(150)
  vi.clearAllTimers()
  server.elsewhere(withStep(invoice, 'lead', 'Team leads'))
  const { session, told } = open(server)
  expect(told).toHaveLength(1)
  expect(session.store.get().doc.steps).toMatchObject({ pay: { name: 'Pay it' }, lead: { name: 'Team leads' } })
})

test('without an answer the very same is sent again, so that nothing arrives twice', async () => {
  const server = keepWorkflow()
  const { session } = open(server, {}, invoice)
  server.answers['POST /v1/workflows/'] = () => 'unreachable'
  rename(session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.get().saving).toEqual({ kind: 'failed', why: undefined })
  rename(session, 'pay', 'Pay it now')
  delete server.answers['POST /v1/workflows/']
  await vi.advanceTimersByTimeAsync(11_000)
  const [first, again] = server.sent('POST /v1/workflows/')
  expect(again).toEqual(first)
  expect(first).toMatchObject({ publish: false, steps: { pay: { name: 'Pay it' } } })
  expect(drafts(server)).toMatchObject([{ document: { steps: { pay: { name: 'Pay it now' } } } }])
  expect(session.isSent()).toBe(true)
})

test('a prefix that is taken comes back as the free one, also in what undo brings back', async () => {
  const server = keepWorkflow()
  const { session } = open(server, {}, invoice)
  server.answers['POST /v1/workflows/'] = (body) => {
    server.state.published = null
    server.elsewhere({ ...invoice, prefix: 'INV2', name: String(body.name) })
    return server.whole({ saved: 'kept' })
  }
  session.store.change({ ...invoice, name: 'Mine' }, { label: 'Rename' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.isSent()).toBe(true)
  expect(session.store.get()).toMatchObject({ doc: { prefix: 'INV2', name: 'Mine' }, undo: 'Rename' })
  session.store.undo()
  expect(session.store.get().doc.prefix).toBe('INV2')
})

test('while offline changes are kept here, and sent when the line is back', async () => {
  const server = keepWorkflow()
  let online = false
  const { session } = open(server, { online: () => online })
  server.answers[`PUT ${server.one}draft/`] = () => 'unreachable'
  rename(session, 'pay', 'Pay it')
  expect(session.get().saving.kind).toBe('offline')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.get().saving.kind).toBe('offline')
  expect(kept()).toHaveLength(1)
  online = true
  delete server.answers[`PUT ${server.one}draft/`]
  expect(await session.flush()).toBe(true)
  expect(kept()).toEqual([])
})

test('others’ changes elsewhere are merged in and told; both are in what is sent', async () => {
  const server = keepWorkflow()
  const { session, told } = open(server)
  rename(session, 'pay', 'Pay it')
  server.elsewhere(withStep(invoice, 'lead', 'Team leads'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drafts(server).map(({ base_version }) => base_version)).toEqual([7, 8])
  expect(server.state.doc.steps).toMatchObject({ pay: { name: 'Pay it' }, lead: { name: 'Team leads' } })
  expect(told[0]?.changes).toMatchObject([{ path: '/steps/lead/name', after: 'Team leads' }])
  expect(session.store.get().undo).toBeUndefined()
  expect(session.isSent()).toBe(true)
})

test('a live change while nothing is open here is taken over', async () => {
  const server = keepWorkflow()
  const { session, told } = open(server)
  server.elsewhere(withStep(invoice, 'lead', 'Team leads'))
  await session.arrive(server.workflow())
  expect(session.store.get().doc.steps.lead?.name).toBe('Team leads')
  expect(told).toHaveLength(1)
  await session.arrive(server.workflow())
  expect(told).toHaveLength(1)
})

test('the same place asks; nothing is sent until it is answered, then everything is', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  rename(session, 'pay', 'Pay it')
  server.elsewhere(withStep(withStep(invoice, 'pay', 'Transfer'), 'lead', 'Team leads'))
  await vi.advanceTimersByTimeAsync(1_000)
  const { clash } = session.get()
  expect(clash?.merged.conflicts).toMatchObject([{ path: '/steps/pay/name', mine: 'Pay it', theirs: 'Transfer' }])
  rename(session, 'enter', 'Enter it')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(drafts(server)).toHaveLength(1)
  const done = session.resolve({ '/steps/pay/name': 'theirs' })
  await vi.advanceTimersByTimeAsync(100)
  expect(await done).toBe(true)
  expect(server.state.doc.steps).toMatchObject({
    pay: { name: 'Transfer' },
    lead: { name: 'Team leads' },
    enter: { name: 'Enter it' },
  })
})

test('saving builds on what others did meanwhile', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  rename(session, 'pay', 'Pay it')
  server.elsewhere(withStep(invoice, 'lead', 'Team leads'))
  expect(await session.flush()).toBe(true)
  expect(server.state.doc.steps).toMatchObject({ pay: { name: 'Pay it' }, lead: { name: 'Team leads' } })
  expect(session.isSent()).toBe(true)
})

test('a refusal says why and is not repeated by itself', async () => {
  const server = keepWorkflow()
  server.answers[`PUT ${server.one}draft/`] = () =>
    server.refused(422, 'invalid_request', 'A workflow has at most 500 steps.')
  const { session } = open(server)
  rename(session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(session.get().saving).toEqual({ kind: 'failed', why: 'A workflow has at most 500 steps.' })
  expect(drafts(server)).toHaveLength(1)
})

test('the copy of a new workflow moves to its own address', async () => {
  const server = keepWorkflow()
  const { session } = open(server, {}, invoice)
  rename(session, 'pay', 'Pay it')
  await vi.advanceTimersByTimeAsync(200)
  expect(kept()).toEqual([`tl.draft.${ME}.new`])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.get().workflow?.id).toBe(WORKFLOW)
  expect(kept()).toEqual([])
})

test('typing while a new workflow is saved makes no second one', async () => {
  const server = keepWorkflow()
  const { session } = open(server, {}, invoice)
  rename(session, 'pay', 'Pay it')
  const saving = session.flush()
  rename(session, 'pay', 'Pay it now')
  const flushed = session.flush()
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all([saving, flushed])
  expect(server.sent('POST /v1/workflows/')).toHaveLength(1)
  expect(drafts(server).at(-1)).toMatchObject({ document: { steps: { pay: { name: 'Pay it now' } } } })
})

test('what is given up sends nothing more, and says what was saved before', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  rename(session, 'pay', 'Pay it')
  const sent = session.flush()
  rename(session, 'pay', 'Pay it now')
  await session.abandon()
  await vi.advanceTimersByTimeAsync(5_000)
  await sent
  expect(drafts(server)).toHaveLength(1)
  expect(session.isSent()).toBe(true)
  expect(kept()).toEqual([])
})

test('words that are typed while it is published stay, and are sent', async () => {
  const server = keepWorkflow()
  const { session } = open(server)
  const published = server.workflow()
  rename(session, 'pay', 'Pay it')
  session.adopt(published)
  expect(session.store.get().doc.steps.pay?.name).toBe('Pay it')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(drafts(server)).toMatchObject([{ document: { steps: { pay: { name: 'Pay it' } } } }])
})
