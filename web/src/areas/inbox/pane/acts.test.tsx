import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MessageId } from '@throughline/contracts/ids'
import type { Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { jonas, maya, row, seat, whole } from '../../tasks/testing/sample-tasks.ts'
import { texts as actTexts } from '../acts/acts.texts.ts'
import { texts as inboxTexts } from '../inbox.texts.ts'
import { openInbox } from '../testing/open-inbox.tsx'
import { actionOf, asked, taskAnswer } from '../testing/sample-approval.ts'
import { approval, message } from '../testing/sample-messages.ts'
import { spec, texts } from './pane.texts.ts'

const next = MessageId.parse('0198f3a0-0000-7000-8000-000000000899')
const formOf = (fields: Task['fields']) => ({
  [`GET /v1/tasks/${row(1, '').id}/`]: { body: { data: whole(row(1, 'Company details'), {}, { fields }) } },
})
const regionOf = (heading: HTMLElement) => heading.closest('section') ?? document.body
const press = (key: string) => act(() => void pressPageKey(key))
const button = (name: RegExp) => screen.findByRole('button', { name })

test('A asks once more in place, and the confirmed approval shows what follows and leads on', async () => {
  const { server, address } = openInbox([asked, message(2, 'Note', { read: true })], {
    ...taskAnswer,
    [actionOf(asked)]: { body: { id: asked.id, next } },
  })
  await button(/^Approve/)
  press('a')
  const confirm = await button(/^Approve.*↵/)
  expect(server.sent(actionOf(asked))).toEqual([])
  expect(document.activeElement).toBe(confirm)
  fireEvent.click(confirm)
  await waitFor(() => expect(server.sent(actionOf(asked))).toEqual([{ action: 'approve', comment: '', files: [] }]))
  expect(await screen.findByText(/You approved it at/)).toBeTruthy()
  expect(screen.getByText(texts.stepStarts('Kickoff call'))).toBeTruthy()
  press('j')
  await waitFor(() => expect(address()).toContain(next))
})

test('after the last decision the keys go on where its result is said', async () => {
  openInbox([asked], { ...taskAnswer, [actionOf(asked)]: { body: { id: asked.id, next: null } } })
  fireEvent.click(await button(/^Approve/))
  const result = await screen.findByText(/You approved it at/)
  expect(document.activeElement?.contains(result)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('a rejection without a comment asks for one and sends nothing', async () => {
  const { server } = openInbox([asked], taskAnswer)
  await button(/^Reject/)
  press('r')
  expect(await screen.findByText('Enter a reason.')).toBeTruthy()
  expect(server.sent(actionOf(asked))).toEqual([])
})

test('a decision that the server refuses is not shown as made', async () => {
  const { toasts } = openInbox([asked], {
    ...taskAnswer,
    [actionOf(asked)]: refusal(409, 'decided', 'Jonas Weber already decided'),
  })
  fireEvent.click(await button(/^Approve/))
  await waitFor(() =>
    expect(toasts.at(-1)).toMatchObject({ tone: 'error', description: 'Jonas Weber already decided' }),
  )
  expect(await button(/^Approve/)).toBeTruthy()
})

test('a task without a form is completed here, one with a form is opened', async () => {
  const plain = message(1, 'Send the letter', { read: true, kind: 'assigned', act: 'complete', needs_you: true })
  const { server, unmount } = openInbox([plain], {
    ...formOf([]),
    [actionOf(plain)]: { body: { id: plain.id, next: null } },
  })
  fireEvent.click(await button(new RegExp(spec.complete)))
  expect(await screen.findByText(/You completed the task at/)).toBeTruthy()
  expect(server.sent(actionOf(plain))).toEqual([{ action: 'complete' }])
  unmount()
  const field = { name: 'total', type: 'number', label: 'Total', required: true } as const
  openInbox([message(2, 'Company details', { read: true, act: 'complete', needs_you: true })], formOf([field]))
  const link = await screen.findByRole('link', { name: texts.openTask })
  expect(link.getAttribute('href')).toContain('/tasks/')
  expect(link.getAttribute('target'), 'it opens here, and looks like it').toBeNull()
  expect(link.querySelector('svg')).toBeNull()
})

test('what was decided stands in its message later on, with who decided it', async () => {
  const decided = approval(1, 'Countersign letter', { read: true, needs_you: false, act: null })
  const seats = [
    seat(0, maya, { mine: true }),
    seat(1, jonas, { verdict: 'reject', by: jonas, comment: 'The date is wrong', at: '2026-11-12T10:00:00Z' }),
  ]
  const over = whole(
    row(1, 'Countersign letter', { task_type: 'approval', state: 'completed' }),
    {},
    { rule: 'first', seats },
  )
  openInbox([decided], { [`GET /v1/tasks/${over.id}/`]: { body: { data: over } } })
  const votes = within(await screen.findByRole('heading', { name: 'Decision' }).then(regionOf))
  expect(votes.getByText('Jonas Weber')).toBeTruthy()
  expect(votes.getByText('Rejected')).toBeTruthy()
  expect(votes.getByText('The date is wrong')).toBeTruthy()
})

test('a question is answered in place', async () => {
  const question = message(1, 'Which names were masked?', { read: true, kind: 'question', act: 'answer' })
  const { server } = openInbox([question], {
    [actionOf(question)]: { body: { id: question.id, next: null } },
  })
  fireEvent.change(await screen.findByLabelText(texts.answerLabel), { target: { value: 'Those of Q3' } })
  fireEvent.click(screen.getByRole('button', { name: /^Answer/ }))
  await waitFor(() => expect(server.sent(actionOf(question))).toEqual([{ action: 'answer', comment: 'Those of Q3' }]))
})

test('S offers no time past the hour before it is due, and says why', async () => {
  openInbox([asked], taskAnswer)
  await button(/^Approve/)
  press('s')
  const tomorrow = await screen.findByRole('menuitem', { name: new RegExp(actTexts.tomorrow) })
  const nextWeek = screen.getByRole('menuitem', { name: new RegExp(actTexts.nextWeek) })
  expect(nextWeek.getAttribute('aria-disabled')).toBe('true')
  expect(tomorrow).toBeTruthy()
  expect(screen.getByText(/so it comes back by/)).toBeTruthy()
})

test('L moves the message to a new label', async () => {
  const note = message(1, 'Freight note', { read: true })
  const made = { label_id: 'freight', name: 'Freight', color: '#4f46e5', unread: 0, total: 0 }
  const { server } = openInbox([note], {
    'POST /v1/messages/labels/': { status: 201, body: made },
    [`PUT /v1/messages/${note.id}/label/`]: { body: { data: { ...note, label: 'freight' } } },
  })
  await screen.findByRole('heading', { level: 2, name: 'Freight note' })
  press('l')
  fireEvent.change(await screen.findByLabelText(actTexts.name), { target: { value: 'Freight' } })
  fireEvent.click(screen.getByRole('button', { name: actTexts.createAndMove }))
  await waitFor(() => expect(server.sent(`PUT /v1/messages/${note.id}/label/`)).toEqual([{ label_id: 'freight' }]))
  expect(await screen.findByText(inboxTexts.zero.title)).toBeTruthy()
})
