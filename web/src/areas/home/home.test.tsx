import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { builtinRole } from '@throughline/contracts/permissions'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { person } from '../../shared/testing/person.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { sampleDocument } from '../documents/testing/sample-document.ts'
import { instance } from '../instances/testing/open-instances.tsx'
import { page } from '../tasks/testing/open-tasks.tsx'
import { ana, queued, row, whole } from '../tasks/testing/sample-tasks.ts'
import { COUNTS, counted, DOCUMENTS, openHome, QUEUE, STARTED, WORK } from './testing/open-home.tsx'

const day = (ahead: number) => `${new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)}T23:59:59Z`
const due = (ahead: number) => ({ due_date: day(ahead), overdue_at: day(ahead) })
const letter = row(1, 'Countersign letter', { ...due(-2), status: 'overdue', task_type: 'approval', mine: 'approver' })
const call = row(2, 'Schedule call', due(0))
const review = row(3, 'Check the books', { ...due(3), state: 'review', mine: 'reviewer' })
const someday = row(4, 'File the contract')
const all = { [WORK]: page([letter, call, review, someday]) }
const some = { [COUNTS]: counted({ pending: 2, review: 1, overdue: 1, due_today: 1 }) }
const COMPLETE = `POST /v1/tasks/${call.id}/complete/`
const READ = `GET /v1/tasks/${call.id}/`

const linkTo = (view: ReturnType<typeof openHome>, name: string) => view.findByRole('link', { name, current: false })
const key = (name: string) => act(() => void pressPageKey(name))

test('work stands in the groups of when it is due, and what matters today is said first', async () => {
  const view = openHome({ ...all, ...some })
  const groups = await Promise.all(
    ['Overdue', 'Today', 'This week', 'Later'].map((name) => view.findByRole('region', { name })),
  )
  expect(
    groups.map((group) =>
      within(group)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('a')?.textContent),
    ),
  ).toEqual([['Countersign letter'], ['Schedule call'], ['Check the books'], ['File the contract']])
  await waitFor(() =>
    expect(view.getByRole('banner').textContent).toContain(
      '1 item is overdue and 1 is due today. Start with Countersign letter.',
    ),
  )
})

test('what was sent back is marked, and first in its day', async () => {
  const back = row(5, 'Rewrite the offer', {
    ...due(0),
    change_request: { verdict: 'changes', by: ana, comment: 'Add the VAT number.', task_id: null },
  })
  const view = openHome({ [WORK]: page([letter, call, back, review]), ...some })
  const today = await view.findByRole('region', { name: 'Today' })
  const items = within(today).getAllByRole('listitem')
  expect(items.map((item) => item.querySelector('a')?.textContent)).toEqual(['Rewrite the offer', 'Schedule call'])
  expect((await within(today).findByText('Changes requested')).closest('li')).toBe(items[0])
})

test('cards say how much there is, and one that is pressed leaves only that below', async () => {
  const LATE = 'GET /v1/tasks/?assigned_to=maya&status=overdue&limit=50'
  const view = openHome({
    ...all,
    [COUNTS]: counted({ pending: 1000, in_progress: 2, overdue: 1 }),
    [LATE]: page([letter]),
  })
  await view.findByText('1,000+')
  fireEvent.click(view.getByRole('button', { name: /^Overdue/ }))
  await waitFor(() => expect(view.queryByRole('link', { name: 'Schedule call' })).toBeNull())
  expect(view.address()).toBe('/home?status=overdue')
  expect(view.getByRole('button', { name: /^Overdue/ }).getAttribute('aria-pressed')).toBe('true')
  key('4')
  expect(await linkTo(view, 'Schedule call')).toBeTruthy()
  expect(view.address()).toBe('/home')
})

test('somebody who may not design workflows is not sent to begin one', async () => {
  const view = openHome(
    { [WORK]: page([]) },
    { user: { permissions: [...(builtinRole('viewer')?.permissions ?? [])] } },
  )
  expect(await view.findByText('Jump anywhere')).toBeTruthy()
  expect(view.queryByText('Start from a template')).toBeNull()
})

test('a card without anything behind it says so, and leads back', async () => {
  const view = openHome(
    { ...all, ...some, 'GET /v1/tasks/?assigned_to=maya&status=in_progress&limit=50': page([]) },
    { address: '/home?status=in_progress' },
  )
  expect(await view.findByText('Nothing in In Progress')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Show all my work' }))
  expect(await linkTo(view, 'Schedule call')).toBeTruthy()
})

test('without work there is a wish, and a way to begin', async () => {
  const view = openHome({ [WORK]: page([]) })
  expect(await view.findByText('Nothing assigned to you.')).toBeTruthy()
  expect(view.getByText(/Take a break, or pick from/).textContent).toBe('Take a break, or pick from All tasks.')
  expect(await view.findByRole('link', { name: 'Start from a template' })).toBeTruthy()
  expect(view.getByText('Nothing needs your attention.')).toBeTruthy()
})

test('without work, those who may only look are sent to look', async () => {
  const view = openHome(
    { [WORK]: page([]) },
    { user: { permissions: [...(builtinRole('viewer')?.permissions ?? [])] } },
  )
  expect((await view.findByText(/See what others are working on in/)).textContent).toBe(
    'See what others are working on in All tasks.',
  )
  expect(view.queryByText(/pick from/)).toBeNull()
})

test('work that cannot be loaded is told, and tried again by a press', async () => {
  const view = openHome({ [WORK]: 'unreachable' })
  expect(await view.findByText('Failed to load work items')).toBeTruthy()
  view.server.change(WORK, all[WORK] ?? page([]))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await linkTo(view, 'Schedule call')).toBeTruthy()
})

test('while it loads the shapes of rows stand there', async () => {
  const view = openHome({ [WORK]: 'silent' })
  expect(await view.findByText('Loading work items...')).toBeTruthy()
})

test('numbers that cannot be had do not hide the work', async () => {
  const view = openHome({ ...all, [COUNTS]: 'unreachable' })
  expect(await linkTo(view, 'Schedule call')).toBeTruthy()
  expect(view.getAllByText('–')).toHaveLength(4)
})

test('C asks in the row in focus, ↵ completes it, and the focus goes on', async () => {
  const view = openHome({
    ...all,
    ...some,
    [READ]: { body: { data: whole(call, { complete: true }) } },
    [COMPLETE]: { body: { data: whole(call), next: letter } },
  })
  const link = await linkTo(view, 'Schedule call')
  link.focus()
  view.server.change(WORK, page([letter, review, someday]))
  key('c')
  const button = view.getByRole('button', { name: 'Complete Schedule call' })
  expect(document.activeElement).toBe(button)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(document.activeElement).toBe(link)
  key('c')
  expect(view.server.sent(COMPLETE)).toHaveLength(0)
  fireEvent.click(button)
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Schedule call is completed'))
  expect(view.server.sent(COMPLETE)).toHaveLength(1)
  await waitFor(() => expect(view.queryByRole('link', { name: 'Schedule call' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Check the books')
  expect(view.toasts[0]?.description).toBe('Next for you: Countersign letter, Kestrel Print · Nov')
  view.toasts[0]?.action?.onPress()
  await waitFor(() => expect(view.address()).toBe(`/home?taskId=${letter.id}`))
})

test('a task with a form is opened instead: it is filled in where it can be seen', async () => {
  const form = whole(call, { complete: true }, { fields: [{ name: 'why', type: 'text', label: 'Why' }] })
  const view = openHome({ ...all, [READ]: { body: { data: form } } })
  fireEvent.click(await view.findByRole('button', { name: 'Complete Schedule call' }))
  await waitFor(() => expect(view.address()).toBe(`/home?taskId=${call.id}`))
  expect(view.server.sent(COMPLETE)).toEqual([])
  expect(await view.findByRole('dialog', { name: 'Schedule call' })).toBeTruthy()
})

test('an approval is looked at before it is decided', async () => {
  const view = openHome({ ...all, [`GET /v1/tasks/${letter.id}/`]: { body: { data: whole(letter) } } })
  fireEvent.click(await view.findByRole('button', { name: 'Review Countersign letter' }))
  await waitFor(() => expect(view.address()).toBe(`/home?taskId=${letter.id}`))
})

test('what the server refuses or leaves unanswered is told, and nothing goes', async () => {
  const view = openHome({
    ...all,
    [READ]: { body: { data: whole(call, { complete: true }) } },
    [COMPLETE]: 'unreachable',
  })
  fireEvent.click(await view.findByRole('button', { name: 'Complete Schedule call' }))
  await waitFor(() =>
    expect(view.toasts[0]).toMatchObject({
      title: 'Schedule call wasn’t completed',
      description: 'The server didn’t respond. Try again.',
    }),
  )
  view.server.change(COMPLETE, refusal(409, 'closed', 'Ana Sousa has completed this task'))
  await waitFor(() => expect(view.getByRole('button', { name: 'Complete Schedule call' }).ariaBusy).toBeNull())
  fireEvent.click(view.getByRole('button', { name: 'Complete Schedule call' }))
  await waitFor(() => expect(view.toasts[1]?.description).toBe('Ana Sousa has completed this task'))
  expect(await linkTo(view, 'Schedule call')).toBeTruthy()
})

test('keys lead from row to row', async () => {
  const view = openHome({ ...all, ...some })
  await linkTo(view, 'Schedule call')
  key('j')
  expect(document.activeElement?.textContent).toBe('Countersign letter')
  key('j')
  expect(document.activeElement?.textContent).toBe('Schedule call')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toBe('Countersign letter')
})

test('what comes while one reads waits above, and pushes nothing away', async () => {
  const view = openHome({ ...all, ...some })
  await linkTo(view, 'Schedule call')
  view.server.change(WORK, page([row(9, 'Brand new', due(-5)), letter, call, review, someday]))
  await act(() => view.refresh())
  expect(view.getByRole('banner').textContent).toContain('Start with Brand new.')
  expect(within(view.getByRole('region', { name: 'Overdue' })).queryByText('Brand new')).toBeNull()
  fireEvent.click(await view.findByRole('button', { name: '1 new' }))
  expect(await within(view.getByRole('region', { name: 'Overdue' })).findByText('Brand new')).toBeTruthy()
})

test('further pages come before the end is in sight', async () => {
  const view = openHome({ [WORK]: page([letter, call], 'next'), [`${WORK}&cursor=next`]: page([review]), ...some })
  await linkTo(view, 'Schedule call')
  act(() => view.scrollToEnd())
  expect(await linkTo(view, 'Check the books')).toBeTruthy()
})

test('what waits in one’s queues can be claimed beside the work', async () => {
  const invoice = queued(7, 'Enter invoice')
  const view = openHome({
    ...all,
    [COUNTS]: counted({ pending: 2, queue: 1 }),
    [QUEUE]: page([invoice]),
    [`POST /v1/tasks/${invoice.id}/claim/`]: refusal(409, 'claimed', 'Ana Sousa has this task'),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Claim Enter invoice' }))
  await waitFor(() => expect(view.toasts[0]?.description).toBe('Ana Sousa has this task'))
})

test('what one started stays, with where it stands; what went on since the last visit is marked', async () => {
  localStorage.setItem(`tl.home-left.${person().member_id}`, String(Date.parse('2026-11-09T09:00:00Z')))
  const moved = instance(1, 'New desks', { updated_at: '2026-11-10T09:00:00Z' })
  const done = instance(2, 'Old chairs', {
    updated_at: '2026-11-05T09:00:00Z',
    status: 'completed',
    completed_at: '2026-11-05T09:00:00Z',
  })
  const view = openHome({
    [WORK]: page([]),
    [COUNTS]: counted({ started: 2 }),
    [STARTED]: { body: { data: [moved, done], pagination: { next_cursor: null } } },
  })
  const started = within(await view.findByRole('region', { name: 'Started by you' }))
  const [first, second] = started.getAllByRole('listitem').map((item) => item.textContent)
  expect(first).toContain('New desksChanged since your last visit')
  expect(second).toMatch(/^Old chairsCompleted/)
  expect(view.queryByText('Jump anywhere'), 'there is work already').toBeNull()
})

test('an instance that one started and works on stands once', async () => {
  const own = instance(1, letter.instance_name, { id: letter.workflow_instance })
  const view = openHome({
    ...all,
    [COUNTS]: counted({ pending: 4, started: 2 }),
    [STARTED]: { body: { data: [own, instance(2, 'New desks')], pagination: { next_cursor: null } } },
  })
  const started = within(await view.findByRole('region', { name: 'Started by you' }))
  expect(started.getAllByRole('listitem').map((item) => item.querySelector('a')?.textContent)).toEqual(['New desks'])
  const beside = within(view.getByRole('complementary'))
  expect(beside.getAllByRole('link', { name: letter.instance_name })).toHaveLength(1)
})

test('the queues that cannot be had are told where they would stand', async () => {
  const view = openHome({ ...all, [COUNTS]: counted({ queue: 3 }), [QUEUE]: 'unreachable' })
  expect(await view.findByText('The queues couldn’t be loaded.')).toBeTruthy()
})

test('the files that came last stand beside the work, and open beside the others', async () => {
  const letter = sampleDocument(7, 'Engagement letter.pdf', 'application/pdf')
  const view = openHome({ ...all, [DOCUMENTS]: { body: [letter] } })
  const recent = await view.findByRole('region', { name: 'Recent documents' })
  expect(within(recent).getByText(/^Maya Okafor · /)).toBeTruthy()
  fireEvent.click(within(recent).getByRole('link', { name: 'Engagement letter.pdf' }))
  await waitFor(() => expect(view.address()).toBe(`/files?file=${letter.id}`))
})

test('files that cannot be had are told where they would stand; whoever may read none is asked nothing', async () => {
  const view = openHome({ ...all, [DOCUMENTS]: 'unreachable' })
  expect(await view.findByText('The documents couldn’t be loaded.')).toBeTruthy()
  view.unmount()
  const without = openHome({ ...all }, { user: { permissions: [] } })
  await linkTo(without, 'Schedule call')
  expect(without.server.sent(DOCUMENTS)).toEqual([])
})

test('on a phone what to start with is one large target', async () => {
  const view = openHome({ ...all, ...some }, { phone: true })
  expect(await view.findByRole('link', { name: /Start with\s*Countersign letter/ })).toBeTruthy()
  expect(view.getAllByRole('button', { pressed: false })).toHaveLength(4)
})

test('whoever may only look is offered no acts', async () => {
  const view = openHome({ ...all, ...some }, { user: { permissions: [] } })
  await linkTo(view, 'Schedule call')
  expect(view.queryByRole('button', { name: 'Complete Schedule call' })).toBeNull()
})
