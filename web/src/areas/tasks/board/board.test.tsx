import { act, fireEvent, waitFor, within } from '@testing-library/react'
import type { TaskRow } from '@throughline/contracts/tasks'
import { beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { BOARD, board, openTasks } from '../testing/open-tasks.tsx'
import { ana, row, whole } from '../testing/sample-tasks.ts'

const WIDTH = 200
const NAMES = ['pending', 'in_progress', 'review', 'overdue', 'completed']

/** Columns side by side, as wide as each other: jsdom places nothing. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const at = this instanceof HTMLElement ? NAMES.indexOf(this.dataset['column'] ?? '') : -1
    return at < 0 ? new DOMRect(0, 0, 1000, 600) : new DOMRect(at * WIDTH, 0, WIDTH, 600)
  })
})

const LONG = 'x'.repeat(130)
const expenses = row(1, 'Code expenses', { state: 'in_progress', description: LONG })
const call = row(2, 'Schedule call', { requested_by: ana })
const cards = { [BOARD]: board({ pending: [call], in_progress: [expenses] }) }
const at = (task: TaskRow, rest = '') => `/v1/tasks/${task.id}/${rest}`
const column = (view: ReturnType<typeof openTasks>, name: string) =>
  view.findByRole('region', { name: new RegExp(`^${name}, `) })

const centre = (name: string) => NAMES.indexOf(name) * WIDTH + WIDTH / 2
const pointer = (type: string, x: number) =>
  new MouseEvent(type, { bubbles: true, cancelable: true, button: 0, clientX: x, clientY: 100 })

/** Takes a card up and holds it over a column. */
async function carry(view: ReturnType<typeof openTasks>, name: string, over: string) {
  const card = (await view.findByRole('link', { name })).closest('article') ?? document.body
  fireEvent(card, pointer('pointerdown', 50))
  act(() => void dispatchEvent(pointer('pointermove', 80)))
  act(() => void dispatchEvent(pointer('pointermove', centre(over))))
}
const letGo = () => act(() => void dispatchEvent(pointer('pointerup', 0)))

test('five columns with their counts; a card says what it is and where it comes from', async () => {
  const view = openTasks('/tasks?view=board', cards)
  const pending = within(await column(view, 'Pending'))
  expect(pending.getByText('1')).toBeTruthy()
  expect(pending.getByText('From: Ana Sousa')).toBeTruthy()
  const progress = within(await column(view, 'In Progress'))
  expect(progress.getByText(`${'x'.repeat(120)}...`)).toBeTruthy()
  expect(progress.getByText('From: Workflow')).toBeTruthy()
  expect(progress.getByRole('img', { name: 'In Progress' })).toBeTruthy()
  for (const name of ['For Review', 'Overdue', 'Completed'])
    expect(within(await column(view, name)).getByText('No items')).toBeTruthy()
})

test('the board keeps the saved views and counts what the list counts', async () => {
  const done = row(9, 'Done', { state: 'completed', status: 'completed' })
  const view = openTasks('/tasks?view=board', {
    [BOARD]: board({ pending: [call], in_progress: [expenses], completed: [done] }),
  })
  await column(view, 'Pending')
  expect(view.getByRole('heading', { name: 'All tasks' }).nextElementSibling?.textContent).toBe('2')
  const views = within(view.getByRole('navigation', { name: 'Saved views' }))
  expect(views.getByRole('link', { name: /^My tasks/ }).getAttribute('href')).toContain('view=board')
})

test('a board that does not come says so and can be asked for again', async () => {
  const view = openTasks('/tasks?view=board', { [BOARD]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain('Failed to load tasks')
  view.server.change(BOARD, cards[BOARD] ?? {})
  fireEvent.click(view.getByRole('button', { name: 'Retry' }))
  expect(await view.findByRole('link', { name: 'Schedule call' })).toBeTruthy()
})

test('further cards of a column come when they are asked for, and say when they do not', async () => {
  const further = `${BOARD}?column=pending&cursor=more`
  const view = openTasks('/tasks?view=board', {
    [BOARD]: board({ pending: [call] }, { pending: 'more' }),
    [further]: { status: 500, body: {} },
  })
  fireEvent.click(await view.findByRole('button', { name: 'Show more in Pending' }))
  expect(await view.findByText('More cards couldn’t be loaded. Try again.')).toBeTruthy()
  view.server.change(further, {
    body: { data: [{ column: 'pending', count: 2, capped: false, tasks: [row(9, 'Later')], next_cursor: null }] },
  })
  fireEvent.click(view.getByRole('button', { name: 'Show more in Pending' }))
  expect(await view.findByRole('link', { name: 'Later' })).toBeTruthy()
  expect(view.queryByRole('button', { name: 'Show more in Pending' })).toBeNull()
})

test('a card that others push behind the first ones is not lost between them and those asked for', async () => {
  const column = (tasks: TaskRow[], next_cursor: string | null) => ({
    body: { data: [{ column: 'pending', count: 3, capped: false, tasks, next_cursor }] },
  })
  const later = row(9, 'Later')
  const view = openTasks('/tasks?view=board', {
    [BOARD]: board({ pending: [call] }, { pending: 'after-call' }),
    [`${BOARD}?column=pending&cursor=after-call`]: column([later], null),
    [`${BOARD}?column=pending&cursor=after-fresh`]: column([call, later], null),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Show more in Pending' }))
  expect(await view.findByRole('link', { name: 'Later' })).toBeTruthy()
  view.server.change(BOARD, board({ pending: [row(3, 'Fresh')] }, { pending: 'after-fresh' }))
  await act(() => view.refresh())
  expect(await view.findByRole('link', { name: 'Fresh' })).toBeTruthy()
  expect(await view.findByRole('link', { name: 'Schedule call' })).toBeTruthy()
  expect(view.getByRole('link', { name: 'Later' })).toBeTruthy()
})

test('while a card is in the hand every column says what a drop does', async () => {
  const view = openTasks('/tasks?view=board', {
    ...cards,
    [`GET ${at(call)}`]: { body: { data: whole(call, { complete: true }) } },
  })
  await carry(view, 'Schedule call', 'overdue')
  expect(within(await column(view, 'In Progress')).getByText('Drop to start it')).toBeTruthy()
  expect(within(await column(view, 'Pending')).getByText('It’s here now')).toBeTruthy()
  expect(within(await column(view, 'Completed')).getByText('Drop to complete it')).toBeTruthy()
  expect(view.getByText(/If you drop it, it goes back to Pending\./).closest('[role=status]')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(view.queryByText('Drop to start it')).toBeNull()
  expect(view.toasts).toHaveLength(0)
})

test('a drop is the act it stands for', async () => {
  const view = openTasks('/tasks?view=board', {
    ...cards,
    [`GET ${at(expenses)}`]: { body: { data: whole(expenses, { complete: true }, { answers: { cost: '4711' } }) } },
    [`POST ${at(expenses, 'complete/')}`]: { body: { data: whole(expenses), next: null } },
  })
  await carry(view, 'Code expenses', 'completed')
  view.server.change(BOARD, board({ completed: [{ ...expenses, state: 'completed', status: 'completed' }] }))
  letGo()
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Code expenses is completed'))
  expect(view.server.sent(`POST ${at(expenses, 'complete/')}`)).toEqual([{ answers: { cost: '4711' } }])
  expect(within(await column(view, 'Completed')).getByRole('link', { name: 'Code expenses' })).toBeTruthy()
})

test('what needs answers first is put back, with a link to the form', async () => {
  const fields = [{ name: 'cost', label: 'Cost centre', type: 'text' as const, required: true }]
  const view = openTasks('/tasks?view=board', {
    ...cards,
    [`GET ${at(expenses)}`]: { body: { data: whole(expenses, { complete: true }, { fields }) } },
  })
  await carry(view, 'Code expenses', 'completed')
  expect(await view.findByText('Needs 1 answer first')).toBeTruthy()
  letGo()
  expect(view.toasts[0]).toMatchObject({
    title: 'You can’t complete it yet',
    description: '1 answer is missing: Cost centre.',
  })
  act(() => view.toasts[0]?.action?.onPress())
  await waitFor(() => expect(view.address()).toContain(`taskId=${expenses.id}`))
})

test.each([
  ['what the server refuses comes back with the reason', refusal(409, 'taken', 'Ana Sousa has it'), 'Ana Sousa has it'],
  ['without an answer it is said that nothing is known', 'unreachable' as const, /The server didn’t respond/],
])('%s', async (_, answer, reason) => {
  const view = openTasks('/tasks?view=board', {
    ...cards,
    [`GET ${at(call)}`]: { body: { data: whole(call, { complete: true }) } },
    [`PUT ${at(call, 'draft/')}`]: answer,
  })
  await carry(view, 'Schedule call', 'in_progress')
  letGo()
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Schedule call wasn’t moved'))
  expect(view.toasts[0]?.description).toMatch(reason)
  expect(within(await column(view, 'Pending')).getByRole('link', { name: 'Schedule call' })).toBeTruthy()
})

test('M opens the same moves; what is refused can be reached and says why', async () => {
  const view = openTasks('/tasks?view=board', {
    ...cards,
    [`GET ${at(call)}`]: { body: { data: whole(call, { complete: true }) } },
    [`PUT ${at(call, 'draft/')}`]: { body: { saved_at: '2026-11-12T10:00:00Z' } },
  })
  const card = await view.findByRole('link', { name: 'Schedule call' })
  card.focus()
  act(() => void pressPageKey('m'))
  const menu = within(await view.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'In ProgressStarts it↵',
    'For ReviewIt has no reviewer, so it can’t wait for review.',
    'OverdueSet by the due date.',
    'CompletedCompletes it↵',
  ])
  const overdue = menu.getByRole('menuitem', { name: /^Overdue/ })
  expect(overdue.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(overdue)
  expect(view.getByRole('menu')).toBeTruthy()
  fireEvent.click(menu.getByRole('menuitem', { name: /^In Progress/ }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Schedule call is in progress'))
})

test('arrows lead from card to card, and a press on the card opens it', async () => {
  const view = openTasks('/tasks?view=board', cards)
  const first = await view.findByRole('link', { name: 'Schedule call' })
  act(() => void pressPageKey('j'))
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(view.getByRole('link', { name: 'Code expenses' }))
  fireEvent.click(view.getByRole('link', { name: 'Code expenses' }))
  await waitFor(() => expect(view.address()).toContain(`taskId=${expenses.id}`))
})

test('V goes between list and board and is remembered', async () => {
  const view = openTasks('/tasks?view=board', cards)
  await view.findByRole('link', { name: 'Schedule call' })
  act(() => void pressPageKey('v'))
  await waitFor(() => expect(view.address()).toBe('/tasks?view=list'))
})
