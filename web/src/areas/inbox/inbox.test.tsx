import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { putMessage } from './changes/message-cache.ts'
import { texts as unsentTexts } from './changes/unsent.texts.ts'
import { spec, texts } from './inbox.texts.ts'
import { at, COUNTS, counts, LABELS, LIST, listOf, openInbox, page } from './testing/open-inbox.tsx'
import { approval, message, opened } from './testing/sample-messages.ts'

const first = approval(1, 'Approve the invoice')
const second = message(2, 'Review the bank statement')
const third = message(3, 'Kickoff notes', { read: true })

const list = () => screen.findByRole('region', { name: texts.list })
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const press = (key: string) => act(() => void pressPageKey(key))

test('what needs the person stands first, and the first message opens and counts as read', async () => {
  const { server, address } = openInbox([first, second, third])
  const rows = within(await list())
  expect(await heading('Approve the invoice')).toBeTruthy()
  expect(rows.getByRole('heading', { name: new RegExp(texts.needsYou) }).textContent).toContain('1')
  expect(rows.getByRole('heading', { name: texts.today })).toBeTruthy()
  await waitFor(() => expect(server.sent(`PUT ${at(first)}read/`)).toEqual([{ read: true }]))
  expect(address()).toContain(first.id)
})

test('in a workspace that has lapsed, a message that opens stays unread: nothing is changed by itself', async () => {
  const me = person({ subscription_active: false })
  const { server } = openInbox([first, second], { 'GET /v1/auth/me/': { body: me } })
  expect(await heading('Approve the invoice')).toBeTruthy()
  expect(server.sent(`PUT ${at(first)}read/`)).toEqual([])
})

test('while the list loads it says so', async () => {
  openInbox([], { [LIST]: 'silent' })
  expect(await screen.findByText(texts.loading)).toBeTruthy()
  expect(screen.getByText(spec.select)).toBeTruthy()
})

test('a list that cannot be loaded says so in the specification’s words and is tried again', async () => {
  const { server } = openInbox([], { [LIST]: refusal(500, 'failed', 'x') })
  expect(await screen.findByText(spec.failed)).toBeTruthy()
  server.change(LIST, page([third]))
  fireEvent.click(screen.getByRole('button', { name: spec.tryAgain }))
  expect(await screen.findAllByText('Kickoff notes')).not.toHaveLength(0)
})

test('an empty inbox says when the next snoozed message returns', async () => {
  openInbox([], { [COUNTS]: counts({ unread: 0, snoozed: 2, next_return: '2026-11-20T13:30:00Z' }) })
  expect(await screen.findByText(texts.zero.title)).toBeTruthy()
  expect(await screen.findByText(/2 messages are snoozed; the next returns on Nov 20/)).toBeTruthy()
})

test('a filter without a match says how many other messages there are, and is reset', async () => {
  const { address } = openInbox(
    [third],
    { [listOf({ readStatus: 'unread', type: 'system' })]: page([]) },
    { address: '/inbox?status=unread&type=system' },
  )
  expect(await screen.findByText(texts.empty.of.system(true))).toBeTruthy()
  expect(await screen.findByText(texts.empty.others('Inbox', 14))).toBeTruthy()
  const [reset] = screen.getAllByRole('button', { name: spec.reset })
  if (reset) fireEvent.click(reset)
  await waitFor(() => expect(address()).not.toContain('status'))
})

test('labels that cannot be loaded are replaced by the three of the specification', async () => {
  openInbox([third], { [LABELS]: refusal(500, 'failed', 'x') })
  const filters = within(await screen.findByRole('complementary', { name: texts.filters }))
  for (const name of ['Inbox', 'Important', 'Archived']) expect(filters.getByRole('link', { name })).toBeTruthy()
})

test('E archives at once, opens the next message, and Undo brings it back', async () => {
  const { server, toasts } = openInbox([second, third])
  await heading('Review the bank statement')
  press('e')
  expect(await heading('Kickoff notes')).toBeTruthy()
  expect(within(await list()).queryByText('Review the bank statement')).toBeNull()
  await waitFor(() => expect(server.sent(`PUT ${at(second)}label/`)).toEqual([{ label_id: 'archived' }]))
  server.change(`PUT ${at(second)}label/`, { body: { data: { ...second, read: true } } })
  act(() => toasts.at(-1)?.action?.onPress())
  expect(await within(await list()).findByText('Review the bank statement')).toBeTruthy()
  await waitFor(() =>
    expect(server.sent(`PUT ${at(second)}label/`)).toEqual([{ label_id: 'archived' }, { label_id: 'inbox' }]),
  )
})

test('a change that the server refuses turns to "not saved" with the reason, and can be discarded', async () => {
  openInbox([third, second], { [`DELETE ${at(third)}`]: refusal(409, 'conflict', 'It was moved') })
  await heading('Kickoff notes')
  press('#')
  expect(await screen.findByText(unsentTexts.notSavedBecause('It was moved'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: unsentTexts.discard }))
  await waitFor(() => expect(screen.queryByText(unsentTexts.notSavedBecause('It was moved'))).toBeNull())
  expect(within(await list()).getByText('Kickoff notes')).toBeTruthy()
})

test('a change whose answer was lost is sent again under the same key', async () => {
  const call = `PUT ${at(third)}read/`
  const { server } = openInbox([third], { [call]: 'unreachable' })
  await heading('Kickoff notes')
  press('u')
  expect(await screen.findByText(unsentTexts.waitingChange)).toBeTruthy()
  server.change(call, { body: { data: { ...third, read: false } } })
  fireEvent.click(screen.getByRole('button', { name: unsentTexts.retry }))
  await waitFor(() => expect(screen.queryByText(unsentTexts.waitingChange)).toBeNull())
  const [one, two] = server.keys(call)
  expect(one).toBe(two)
})

test('X selects the open message, and the bar changes all that is selected in one call', async () => {
  const bulk = 'POST /v1/messages/bulk/'
  const done = (id: string) => ({ id, result: 'done', code: null, message: null })
  const { server } = openInbox([second, third], { [bulk]: { body: { data: [done(second.id), done(third.id)] } } })
  await heading('Review the bank statement')
  press('x')
  fireEvent.click(within(await list()).getByRole('checkbox', { name: /Kickoff notes/ }))
  fireEvent.click(screen.getByRole('button', { name: texts.archive }))
  await waitFor(() =>
    expect(server.sent(bulk)).toEqual([{ act: 'label', label_id: 'archived', ids: [second.id, third.id] }]),
  )
  expect(await screen.findByText(texts.zero.title)).toBeTruthy()
})

test('of a long list only rows near those in view are in the page', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(73)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const days = Array.from({ length: 300 }, (_, n) =>
    message(n, `Note ${n}`, { read: true, timestamp: new Date(Date.now() - n * 12 * 3_600_000).toISOString() }),
  )
  openInbox(days)
  const rows = within(await list())
  expect(await rows.findByText('Note 0')).toBeTruthy()
  expect(rows.getAllByRole('listitem').length).toBeLessThan(60)
  // Two rows and a heading for each day.
  const scroller = await list()
  scroller.scrollTop = 100 * 3 * 73
  act(() => void fireEvent.scroll(scroller))
  expect(rows.getByText('Note 205').closest('li')?.getAttribute('aria-posinset')).toBeTruthy()
  expect(rows.queryByText('Note 0')).toBeNull()
  expect(rows.getAllByRole('listitem').length).toBeLessThan(60)
})

test('Space opens the row in focus beside the list', async () => {
  openInbox([second, third])
  await heading('Review the bank statement')
  const row = within(await list()).getByRole('link', { name: /Kickoff notes/ })
  row.focus()
  fireEvent.keyDown(row, { key: ' ' })
  expect(await heading('Kickoff notes')).toBeTruthy()
})

test('what is pushed waits in a strip, and comes with a press', async () => {
  const { queries } = openInbox([second, third])
  await heading('Review the bank statement')
  act(() => putMessage(queries, message(0, 'Just in')))
  const fresh = await screen.findByRole('button', { name: texts.showFresh(1) })
  expect(screen.getByText(texts.announced(1))).toBeTruthy()
  expect(screen.queryByText('Just in')).toBeNull()
  fireEvent.click(fresh)
  await waitFor(() => expect(screen.queryByRole('button', { name: texts.showFresh(1) })).toBeNull())
  expect(document.activeElement, 'the keys go on in the list').toBe(await list())
})

test('what people said stands one below the other, with names where somebody was mentioned', async () => {
  const news = [
    { type: 'mentioned', text: '@[Maya Okafor](0198f3a0-0000-7000-8000-000000000003) is that the freight line?' },
    { type: 'task_commented', text: 'It is.' },
  ] as const
  const mention = message(1, 'Bank reconciliation', { type: 'mentioned', kind: 'mention', act: 'reply' })
  openInbox([
    opened(mention, {
      because: 'mentioned',
      news: news.map((one, place) => ({
        ...one,
        sender: mention.sender,
        at: `2026-11-12T10:0${place}:00Z`,
        comment_id: null,
      })),
    }),
  ])
  await heading('Bank reconciliation')
  expect(await screen.findByText('@Maya Okafor')).toBeTruthy()
  expect(screen.getByText('It is.')).toBeTruthy()
  expect(screen.getByText(texts.because.mentioned)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Reply and archive/ })).toBeTruthy()
})

test('whom a message names stands in the list by name, set apart as in the comment itself', async () => {
  const words = 'Look, @[Maya Okafor](0198f3a0-0000-7000-8000-000000000003)'
  openInbox([message(1, 'Bank reconciliation', { description: words }), second])
  const row = (await within(await list()).findByText('Bank reconciliation')).closest('li')
  expect(row?.textContent).toContain('Look, @Maya Okafor')
  expect(within(row ?? document.body).getByText('@Maya Okafor').className).toContain('text-accent-text')
})

test('on a phone the list and the message are two pages', async () => {
  openInbox([second, third], {}, { phone: true })
  fireEvent.click(await screen.findByRole('link', { name: /Review the bank statement/ }))
  expect(await heading('Review the bank statement')).toBeTruthy()
  expect(screen.queryByText('Kickoff notes')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: texts.back }))
  expect(await screen.findByText('Kickoff notes')).toBeTruthy()
})
