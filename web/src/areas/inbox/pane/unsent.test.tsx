import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { MOST_FAILURES } from '../changes/queued-act.ts'
import { texts } from '../changes/unsent.texts.ts'
import { texts as inboxTexts } from '../inbox.texts.ts'
import { openInbox } from '../testing/open-inbox.tsx'
import { actionOf, asked, taskAnswer } from '../testing/sample-approval.ts'
import { message } from '../testing/sample-messages.ts'
import { scriptedConnection } from '../testing/scripted-connection.ts'

const DECIDE = actionOf(asked)
const saved = { body: { id: asked.id, next: null } }
const approveButton = () => screen.findByRole('button', { name: /^Approve/ })
const footer = () => screen.findByText(texts.waiting('approve', undefined))

/** Approved while there is no connection. */
async function decidedOffline(answer: Parameters<typeof openInbox>[1] = { [DECIDE]: saved }) {
  const online = scriptedConnection(true)
  const opened = openInbox([asked], { ...taskAnswer, ...answer })
  const button = await approveButton()
  act(() => online(false))
  fireEvent.click(button)
  await footer()
  return { ...opened, online: (now: boolean) => act(() => online(now)) }
}

test('an approval made offline says that nothing is decided yet, in the message, the list and over both', async () => {
  const { server } = await decidedOffline()
  expect(screen.getByText(new RegExp(texts.notYet.approve))).toBeTruthy()
  const list = within(await screen.findByRole('region', { name: inboxTexts.list }))
  expect(list.getByText(texts.waitingRow('approve'))).toBeTruthy()
  expect(list.getByRole('heading', { name: new RegExp(inboxTexts.needsYou) })).toBeTruthy()
  expect(screen.getByText(/^You’ve been offline since/)).toBeTruthy()
  expect(screen.getByText(texts.waitingOf(1))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(server.sent(DECIDE)).toEqual([])
})

test('it can be taken back, and the message asks again', async () => {
  const { server, online } = await decidedOffline()
  fireEvent.click(screen.getByRole('button', { name: texts.undo }))
  expect(await approveButton()).toBeTruthy()
  online(true)
  await waitFor(() => expect(screen.queryByText(/^You’ve been offline since/)).toBeNull())
  expect(server.sent(DECIDE)).toEqual([])
})

test('back online it is sent once, and said to be saved', async () => {
  const { server, online, toasts } = await decidedOffline()
  online(true)
  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: texts.saved('approve') }))
  expect(server.sent(DECIDE)).toEqual([{ action: 'approve', comment: '', files: [] }])
  await waitFor(() => expect(screen.queryByText(texts.waitingOf(1))).toBeNull())
})

test('where the server refuses it then, the message says why, and asks again', async () => {
  const { online } = await decidedOffline({ [DECIDE]: refusal(409, 'changed', 'The file was replaced') })
  online(true)
  expect((await screen.findByRole('alert')).textContent).toContain(texts.notSaved('approve'))
  expect(screen.getByText('The file was replaced')).toBeTruthy()
  expect(screen.getByText(texts.notSavedBecause('The file was replaced'))).toBeTruthy()
  expect(screen.getByText(texts.notSavedOf(1))).toBeTruthy()
  expect(await approveButton()).toBeTruthy()
  const [discard] = screen.getAllByRole('button', { name: texts.discard })
  if (discard) fireEvent.click(discard)
  await waitFor(() => expect(screen.queryByText('The file was replaced')).toBeNull())
  expect(await approveButton()).toBeTruthy()
})

test('where the server keeps failing at it, the message offers to retry or discard it', async () => {
  const { server, online } = await decidedOffline({ [DECIDE]: refusal(500, 'internal', 'It broke') })
  online(true)
  const [overBoth] = screen.getAllByRole('button', { name: texts.retry })
  for (let tried = 1; tried <= MOST_FAILURES; tried++) {
    await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(tried))
    if (tried < MOST_FAILURES && overBoth) fireEvent.click(overBoth)
  }
  const note = within((await screen.findByRole('alert')).parentElement ?? document.body)
  expect(note.getByText(texts.failed)).toBeTruthy()
  expect(note.getByRole('button', { name: texts.discard })).toBeTruthy()
  server.change(DECIDE, saved)
  fireEvent.click(note.getByRole('button', { name: texts.retry }))
  await waitFor(() => expect(screen.queryByText(texts.failed)).toBeNull())
  expect(server.sent(DECIDE)).toHaveLength(MOST_FAILURES + 1)
})

test('an answer made offline waits, too', async () => {
  const question = message(1, 'Which names were masked?', { read: true, kind: 'question', act: 'answer' })
  const online = scriptedConnection(true)
  const { server } = openInbox([question], { [actionOf(question)]: { body: { id: question.id, next: null } } })
  const field = await screen.findByRole('textbox')
  act(() => online(false))
  fireEvent.change(field, { target: { value: 'Those of Q3' } })
  fireEvent.click(screen.getByRole('button', { name: /^Answer/ }))
  expect(await screen.findByText(texts.waiting('answer', undefined))).toBeTruthy()
  expect(screen.getByText(texts.waitingRow('answer'))).toBeTruthy()
  act(() => online(true))
  await waitFor(() => expect(server.sent(actionOf(question))).toEqual([{ action: 'answer', comment: 'Those of Q3' }]))
})
