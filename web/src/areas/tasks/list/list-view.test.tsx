import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { counts, LIST, openTasks, page } from '../testing/open-tasks.tsx'
import { ana, id, queued, row } from '../testing/sample-tasks.ts'

const letter = row(1, 'Countersign letter', {
  state: 'pending',
  status: 'overdue',
  priority: 'urgent',
  due_date: '2026-11-10T23:59:59Z',
  overdue_at: '2026-11-11T00:00:00Z',
})
const invoice = row(2, 'Approve invoice', { task_type: 'approval', mine: 'approver', state: 'pending' })
const mail = row(3, 'Send mail', { task_type: 'automated', state: 'failed', status: 'failed' })
const all = [letter, invoice, mail]
const three = { [LIST]: page(all) }

const cellsOf = (line: HTMLElement) =>
  within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const key = (name: string) => act(() => void pressPageKey(name))

test('a row says what, of which instance, how far, whose, until when, how urgent, and of which workflow', async () => {
  const view = openTasks('/tasks', three)
  const link = await view.findByRole('link', { name: 'Countersign letter' })
  expect(view.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Type',
    'Title',
    'Status',
    'Assignee',
    'Due Date',
    'Priority',
    'Workflow',
  ])
  const line = link.closest('tr') ?? document.body
  expect(cellsOf(line).slice(1)).toEqual([
    'Manual',
    'Countersign letter Kestrel Print · Nov',
    'Overdue',
    expect.stringContaining('Maya Okafor'),
    'Nov 10',
    expect.stringContaining('Urgent'),
    'Invoice Approval',
  ])
  expect(within(line).getByRole('link', { name: 'Invoice Approval' }).getAttribute('href')).toBe(
    `/instances/${id(600)}`,
  )
  expect(view.getByText('Failed')).toBeTruthy()
  expect(view.getByRole('heading', { name: 'All tasks' })).toBeTruthy()
})

test('what was sent back is marked, and an approval says what it came to', async () => {
  const back = row(4, 'Rewrite the offer', {
    change_request: { verdict: 'changes', by: ana, comment: 'Add the VAT number.', task_id: null },
  })
  const over = { task_type: 'approval', state: 'completed', status: 'completed' } as const
  const decided = [
    row(5, 'Approve offer', { ...over, outcome: 'changes' }),
    row(6, 'Approve price', { ...over, outcome: 'rejected' }),
    row(7, 'Approve terms', { ...over, outcome: 'approved' }),
  ]
  const view = openTasks('/tasks', { [LIST]: page([back, ...decided]) })
  const lines = () => view.getAllByRole('row').slice(1)
  await view.findByRole('link', { name: 'Rewrite the offer' })
  expect(lines().map((line) => cellsOf(line).slice(2, 4))).toEqual([
    ['Changes requestedRewrite the offer Kestrel Print · Nov', 'Pending'],
    ['Approve offer Kestrel Print · Nov', 'Changes requested'],
    ['Approve price Kestrel Print · Nov', 'Rejected'],
    ['Approve terms Kestrel Print · Nov', 'Approved'],
  ])
  expect(view.getAllByText('Changes requested')[0]?.closest('[title]')?.getAttribute('title')).toBe(
    'Add the VAT number.',
  )
})

test('tasks of one step are told apart: by the item, by whose they are, by the queue they wait in', async () => {
  const items = [
    row(1, 'Sign', { item_name: 'Laptop' }),
    row(2, 'Sign', { item_name: 'Monitor', assignee: ana, assigned_to: 'ana' }),
    queued(3, 'Sign'),
  ]
  const view = openTasks('/tasks', { [LIST]: page(items) })
  await view.findByText('Laptop · Kestrel Print · Nov')
  const lines = view.getAllByRole('row').slice(1)
  expect(lines.map((line) => cellsOf(line).filter((_, n) => n === 2 || n === 4))).toEqual([
    ['Sign Laptop · Kestrel Print · Nov', expect.stringContaining('Maya Okafor')],
    ['Sign Monitor · Kestrel Print · Nov', expect.stringContaining('Ana Sousa')],
    ['Sign Kestrel Print · Nov', 'Finance'],
  ])
})

test('pending tasks are asked for as such', async () => {
  const view = openTasks('/pending-tasks', {
    'GET /v1/tasks/?status=pending_only&sort=dueDate&order=asc&limit=50': page([invoice]),
  })
  expect(await view.findByRole('link', { name: 'Approve invoice' })).toBeTruthy()
  expect(view.getByRole('heading', { name: 'Pending tasks' })).toBeTruthy()
})

test('filters and order are the server’s work and stand in the address', async () => {
  const view = openTasks('/tasks', {
    ...three,
    'GET /v1/tasks/?status=completed&sort=dueDate&order=asc&limit=50': page([
      row(4, 'Old one', { state: 'completed' }),
    ]),
    'GET /v1/tasks/?priority=high&status=completed&sort=dueDate&order=asc&limit=50': page([]),
    'GET /v1/tasks/?status=completed&sort=title&order=desc&limit=50': page([row(5, 'By title')]),
  })
  await view.findByRole('link', { name: 'Send mail' })
  expect(view.queryByRole('search', { name: 'Filter tasks' })).toBeNull()
  fireEvent.click(view.getByRole('button', { name: 'Show Filters' }))
  fireEvent.click(view.getByRole('button', { name: 'Status: 4 selected' }))
  for (const name of ['Completed', 'Pending', 'In Progress', 'For Review', 'Overdue'])
    fireEvent.click(await view.findByRole('menuitemcheckbox', { name }))
  expect(await view.findByRole('link', { name: 'Old one' })).toBeTruthy()
  expect(view.address()).toBe('/tasks?status=completed')
  await act(() => view.router.navigate({ to: '/tasks', search: { status: 'completed', priority: 'high' } }))
  expect(await view.findByText('No items match your current filters')).toBeTruthy()
  await act(() => view.router.navigate({ to: '/tasks', search: { status: 'completed', sort: 'title', order: 'desc' } }))
  expect(await view.findByRole('link', { name: 'By title' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(view.address()).toBe('/tasks?sort=title&order=desc'))
  fireEvent.click(view.getByRole('button', { name: 'Hide Filters' }))
  expect(view.queryByRole('search', { name: 'Filter tasks' })).toBeNull()
})

test('what the filter shows is exported, and a refusal says why', async () => {
  const EXPORT = 'GET /v1/tasks/export/?priority=high&sort=dueDate&order=asc'
  const view = openTasks('/tasks?priority=high', {
    'GET /v1/tasks/?priority=high&sort=dueDate&order=asc&limit=50': page(all),
    [EXPORT]: refusal(429, 'rate_limited', 'Too many exports. Wait 9 seconds.'),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Export as CSV' }))
  await waitFor(() => expect(view.toasts[0]?.description).toBe('Too many exports. Wait 9 seconds.'))
})

test('a header turns the order', async () => {
  const view = openTasks('/tasks', {
    ...three,
    'GET /v1/tasks/?sort=priority&order=asc&limit=50': page([invoice]),
  })
  await view.findByRole('link', { name: 'Send mail' })
  fireEvent.click(view.getByRole('button', { name: 'Priority' }))
  await waitFor(() => expect(view.address()).toBe('/tasks?sort=priority'))
  await waitFor(() => expect(view.queryByRole('link', { name: 'Send mail' })).toBeNull())
})

test('short pages ask again by themselves, an empty first one too', async () => {
  const view = openTasks('/tasks', {
    [LIST]: page([], 'a'),
    [`${LIST}&cursor=a`]: page([letter], 'b'),
    [`${LIST}&cursor=b`]: page([invoice]),
  })
  expect(await view.findByRole('link', { name: 'Approve invoice' })).toBeTruthy()
  expect(view.getByRole('link', { name: 'Countersign letter' })).toBeTruthy()
})

test('a list that does not come says so and can be asked for again', async () => {
  const view = openTasks('/tasks', { [LIST]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load tasks')
  view.server.change(LIST, page([letter]))
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByRole('link', { name: 'Countersign letter' })).toBeTruthy()
})

test('while it comes it says so', async () => {
  const view = openTasks('/tasks', { [LIST]: 'silent' })
  expect(await view.findByText('Loading tasks...')).toBeTruthy()
})

test('a list that cannot be refreshed keeps what it has', async () => {
  const view = openTasks('/tasks', three)
  await view.findByRole('link', { name: 'Send mail' })
  view.server.change(LIST, refusal(403, 'forbidden', 'Your role was changed'))
  await act(() => view.refresh())
  expect(await view.findByText('Your role was changed')).toBeTruthy()
  expect(view.getByRole('link', { name: 'Send mail' })).toBeTruthy()
})

test('what others add waits behind a count and pushes nothing away', async () => {
  const view = openTasks('/tasks', three)
  await view.findByRole('link', { name: 'Send mail' })
  view.server.change(LIST, page([row(8, 'Brand new'), letter, { ...invoice, name: 'Approve it now' }, mail]))
  await act(() => view.refresh())
  expect(await view.findByRole('link', { name: 'Approve it now' })).toBeTruthy()
  expect(view.queryByRole('link', { name: 'Brand new' })).toBeNull()
  fireEvent.click(view.getByRole('button', { name: '1 new' }))
  expect(await view.findByRole('link', { name: 'Brand new' })).toBeTruthy()
})

test('a task opens beside the list, goes along with the keys, and leaves the address when it closes', async () => {
  const view = openTasks('/tasks', three)
  fireEvent.click(await view.findByRole('link', { name: 'Countersign letter' }))
  await waitFor(() => expect(view.address()).toBe(`/tasks?taskId=${letter.id}`))
  view.getByRole('link', { name: 'Countersign letter' }).focus()
  key('j')
  await waitFor(() => expect(view.address()).toBe(`/tasks?taskId=${invoice.id}`))
  fireEvent.keyDown(view.getByRole('link', { name: 'Approve invoice' }), { key: 'ArrowDown' })
  await waitFor(() => expect(view.address()).toBe(`/tasks?taskId=${mail.id}`))
  act(() => view.router.history.back())
  await waitFor(() => expect(view.address()).toBe('/tasks'))
})

test('rows are selected by keys: one, a range, all, none', async () => {
  const view = openTasks('/tasks', three)
  const first = await view.findByRole('link', { name: 'Countersign letter' })
  key('j')
  expect(document.activeElement).toBe(first)
  key('x')
  const bar = () => view.queryByRole('toolbar', { name: 'Actions for selected tasks' })?.textContent
  expect(bar()).toContain('1 selected')
  fireEvent.keyDown(first, { key: 'ArrowDown', shiftKey: true })
  expect(bar()).toContain('2 selected')
  fireEvent.keyDown(view.getByRole('link', { name: 'Approve invoice' }), { key: 'a', ctrlKey: true })
  expect(bar()).toContain('3 selected')
  key('Escape')
  expect(bar()).toBeUndefined()
})

test('Space opens the row in focus beside the list, as everywhere', async () => {
  const view = openTasks('/tasks', three)
  const first = await view.findByRole('link', { name: 'Countersign letter' })
  first.focus()
  fireEvent.keyDown(first, { key: ' ' })
  await waitFor(() => expect(view.address()).toBe(`/tasks?taskId=${letter.id}`))
})

test('saved views lead to one’s own work and its counts', async () => {
  const view = openTasks('/tasks', {
    ...three,
    'GET /v1/tasks/counts/': counts(12),
    'GET /v1/tasks/?assigned_to=maya&sort=dueDate&order=asc&limit=50': page([invoice]),
  })
  const views = within(await view.findByRole('navigation', { name: 'Saved views' }))
  expect(await views.findByRole('link', { name: 'My tasks 9' })).toBeTruthy()
  expect(views.getByRole('link', { name: 'My queues 12' })).toBeTruthy()
  fireEvent.click(views.getByRole('link', { name: 'My tasks 9' }))
  await waitFor(() => expect(view.address()).toBe('/tasks?assignee=maya'))
  expect(views.getByRole('link', { name: 'My tasks 9' }).getAttribute('aria-current')).toBe('page')
})

test('whoever may only look selects nothing', async () => {
  const view = openTasks('/tasks', three, { role: 'viewer' })
  await view.findByRole('link', { name: 'Send mail' })
  expect(view.queryByRole('checkbox')).toBeNull()
})

test('on a phone rows stand in groups by when they are due', async () => {
  const view = openTasks('/tasks', three, { phone: true })
  expect(await view.findByRole('heading', { name: /^Overdue/ })).toBeTruthy()
  expect(view.getByRole('heading', { name: /^No due date/ })).toBeTruthy()
  expect(view.queryByRole('table')).toBeNull()
})
