import { waitFor } from '@testing-library/react'
import { DocumentId } from '@throughline/contracts/ids'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../../shared/api.ts'
import { refusal, serve } from '../../../shared/testing/fake-server.ts'
import { id } from '../../tasks/testing/sample-tasks.ts'
import { approval, message } from '../testing/sample-messages.ts'
import { scriptedConnection } from '../testing/scripted-connection.ts'
import { scriptedBrowser } from '../testing/scripted-outbox.ts'
import { MOST_ACTS } from './act-queue.ts'
import { OutboxFullError } from './outbox.ts'
import { MOST_FAILURES } from './queued-act.ts'
import { texts } from './unsent.texts.ts'

const note = message(1, 'Kickoff notes')
const asked = approval(2, 'Approve the invoice')
const READ = `PUT /v1/messages/${note.id}/read/`
const LABEL = `PUT /v1/messages/${note.id}/label/`
const DECIDE = `POST /v1/notifications/${asked.id}/action/`
const files = [{ id: DocumentId.parse(id(90)), version_number: 2, sha256: 'a'.repeat(64) }]
const approve = { action: 'approve', comment: 'Fine', files } as const
const decided = { body: { id: asked.id, next: null } }
const read = { body: { data: { ...note, read: true } } }
const answers = {
  [READ]: read,
  [LABEL]: { body: { data: { ...note, read: true, label: 'clients' } } },
  [DECIDE]: decided,
}

beforeEach(() => api.forgetCsrf())

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Read, labeled and approved without a connection, then left. */
async function leftOffline(more: Parameters<typeof serve>[0] = {}) {
  const server = serve({ ...answers, ...more })
  const online = scriptedConnection(false)
  const browser = scriptedBrowser()
  const { outbox, close } = browser.open()
  outbox.change([note.id], { act: 'read' })
  outbox.change([note.id], { act: 'label', label_id: 'clients' })
  expect(await outbox.act(asked.id, approve)).toBe('kept')
  await waitFor(() => expect(browser.kept.size).toBe(3))
  close()
  return { ...browser, server, online }
}

test('what was done offline is there after a reload, and is sent in its order, each once', async () => {
  const { server, online, open, kept, toasts } = await leftOffline()
  const { outbox, states } = open()
  await waitFor(() => expect(states()).toEqual(['waiting', 'waiting', 'waiting']))
  expect(outbox.apply(note)).toMatchObject({ read: true, label: 'clients' })
  // A decision is never shown as made.
  expect(outbox.apply(asked)).toEqual(asked)
  const order = outbox.get().map(({ key }) => key)
  online(true)
  await waitFor(() => expect(states()).toEqual([]))
  expect([READ, LABEL, DECIDE].flatMap((call) => server.keys(call))).toEqual(order)
  expect(server.sent(DECIDE)).toEqual([approve])
  expect(toasts.at(-1)).toMatchObject({ tone: 'success', title: texts.saved('approve') })
  await waitFor(() => expect(kept.size).toBe(0))
})

test('two tabs that come back online together send each act once', async () => {
  const { server, online, open } = await leftOffline()
  const [one, two] = [open(), open()]
  await waitFor(() => expect([...one.states(), ...two.states()]).toHaveLength(6))
  online(true)
  await waitFor(() => expect([...one.states(), ...two.states()]).toEqual([]))
  for (const call of [READ, LABEL, DECIDE]) expect(server.sent(call)).toHaveLength(1)
})

test('more messages than the server takes at once are changed in several calls', async () => {
  const BULK = 'POST /v1/messages/bulk/'
  const server = serve({ [BULK]: { body: { data: [] } } })
  const { outbox, states } = scriptedBrowser().open()
  const ids = Array.from({ length: 450 }, (_, n) => message(n + 1, 'One of many').id)
  expect(outbox.change(ids, { act: 'label', label_id: 'archived' })).toBe(true)
  await waitFor(() => expect(states()).toEqual([]))
  const change = { act: 'label', label_id: 'archived' }
  expect(server.sent(BULK)).toEqual([
    { ...change, ids: ids.slice(0, 200) },
    { ...change, ids: ids.slice(200, 400) },
    { ...change, ids: ids.slice(400) },
  ])
  expect(new Set(server.keys(BULK)).size).toBe(3)
})

test('a decision that is taken back before it is sent is never sent', async () => {
  const { server, online, open, kept } = await leftOffline()
  const { outbox, states } = open()
  await waitFor(() => expect(states()).toHaveLength(3))
  await outbox.discard(outbox.get().at(-1)?.key ?? '')
  online(true)
  await waitFor(() => expect(kept.size).toBe(0))
  expect(server.sent(LABEL)).toHaveLength(1)
  expect(server.sent(DECIDE)).toEqual([])
})

test.each([
  [409, 'changed', 'The file was replaced'],
  [403, 'forbidden', 'You aren’t asked anymore'],
  [404, 'not_found', 'This was not found'],
  [422, 'invalid', 'It needs a comment'],
])(
  'a kept decision that is answered %i says so after a reload, too, and is not sent again',
  async (status, code, why) => {
    const { server, online, open, toasts } = await leftOffline({ [DECIDE]: refusal(status, code, why) })
    const { outbox, states, close } = open()
    await waitFor(() => expect(states()).toHaveLength(3))
    online(true)
    await waitFor(() => expect(outbox.get()).toMatchObject([{ state: 'refused', reason: why }]))
    expect(toasts.at(-1)).toMatchObject({ tone: 'error', title: texts.notSaved('approve'), description: why })
    await settled()
    close()
    const again = open()
    await waitFor(() => expect(again.outbox.get()).toMatchObject([{ state: 'refused', reason: why }]))
    await again.outbox.retry()
    expect(server.sent(DECIDE)).toHaveLength(1)
  },
)

test('an act whose answer was lost is sent again after a reload under the same key', async () => {
  const server = serve({ ...answers, [DECIDE]: 'unreachable' })
  scriptedConnection(true)
  const { open } = scriptedBrowser()
  const first = open()
  expect(await first.outbox.act(asked.id, approve)).toBe('kept')
  await settled()
  first.close()
  server.change(DECIDE, decided)
  const second = open()
  await waitFor(() => expect(server.keys(DECIDE)).toHaveLength(2))
  const [one, two] = server.keys(DECIDE)
  expect(one).toBe(two)
  await waitFor(() => expect(second.states()).toEqual([]))
})

test('what the server keeps failing at is given up, lets the others go on, and can be sent again under its key', async () => {
  const { server, online, open, kept, toasts } = await leftOffline({ [READ]: refusal(500, 'internal', 'It broke') })
  const { outbox, states, close } = open()
  await waitFor(() => expect(states()).toEqual(['waiting', 'waiting', 'waiting']))
  online(true)
  await waitFor(() => expect(server.sent(READ)).toHaveLength(1))
  for (let tried = 1; tried < MOST_FAILURES; tried++) {
    expect(server.sent(LABEL)).toEqual([])
    await outbox.retry()
  }
  expect(outbox.get()).toMatchObject([{ state: 'refused', reason: texts.failed }])
  expect([...server.sent(LABEL), ...server.sent(DECIDE)]).toHaveLength(2)
  close()
  const again = open()
  await waitFor(() => expect(again.states()).toEqual(['refused']))
  server.change(READ, read)
  await again.outbox.retry()
  expect(again.states()).toEqual([])
  expect(new Set(server.keys(READ)).size).toBe(1)
  await waitFor(() => expect(kept.size).toBe(0))
  expect(toasts.at(-1)).toMatchObject({ title: texts.saved('approve') })
})

test('a decision that the server keeps failing at says so, and is sent again when the person asks for it', async () => {
  const server = serve({ ...answers, [DECIDE]: refusal(500, 'internal', 'It broke') })
  scriptedConnection(true)
  const { open, toasts } = scriptedBrowser()
  const { outbox, states } = open()
  expect(await outbox.act(asked.id, approve)).toBe('kept')
  for (let tried = 1; tried < MOST_FAILURES; tried++) await outbox.retry()
  expect(states()).toEqual(['refused'])
  expect(toasts.at(-1)).toMatchObject({ title: texts.notSaved('approve'), description: texts.failed })
  server.change(DECIDE, decided)
  await outbox.retry()
  expect(states()).toEqual([])
  expect(new Set(server.keys(DECIDE)).size).toBe(1)
})

test('the page on which a decision was made goes on when another tab has sent it', async () => {
  const server = serve(answers)
  const online = scriptedConnection(true)
  const { open, locks, kept } = scriptedBrowser()
  const [one, two] = [open(), open()]
  await settled()
  const release = await locks.take('acts of maya')
  // Both want to send, the other one first.
  online(true)
  const outcome = two.outbox.act(asked.id, approve)
  await waitFor(() => expect(kept.size).toBe(1))
  release()
  expect(await outcome).toBe('kept')
  expect(server.sent(DECIDE)).toHaveLength(1)
  await waitFor(() => expect([...one.states(), ...two.states()]).toEqual([]))
})

test('a decision that is refused while the person looks on is told there, and not kept', async () => {
  serve({ ...answers, [DECIDE]: refusal(409, 'changed', 'The file was replaced') })
  scriptedConnection(true)
  const { open, kept } = scriptedBrowser()
  const { outbox, states } = open()
  await expect(outbox.act(asked.id, approve)).rejects.toMatchObject({ status: 409 })
  expect(states()).toEqual([])
  await waitFor(() => expect(kept.size).toBe(0))
})

test('more than can be kept is refused in words, and what is kept stays', async () => {
  serve(answers)
  scriptedConnection(false)
  const { open, toasts } = scriptedBrowser()
  const { outbox, states } = open()
  for (let made = 0; made < MOST_ACTS; made++) expect(outbox.change([note.id], { act: 'read' })).toBe(true)
  expect(outbox.change([note.id], { act: 'unread' })).toBe(false)
  await expect(outbox.act(asked.id, approve)).rejects.toBeInstanceOf(OutboxFullError)
  expect(states()).toHaveLength(MOST_ACTS)
  expect(toasts.at(-1)).toMatchObject({ title: texts.full, description: texts.fullNote(MOST_ACTS) })
})

test('somebody else who signs in neither sees nor sends it', async () => {
  const { server, online, open } = await leftOffline()
  const { states } = open('ben')
  online(true)
  await settled()
  expect(states()).toEqual([])
  expect(server.sent(DECIDE)).toEqual([])
})
