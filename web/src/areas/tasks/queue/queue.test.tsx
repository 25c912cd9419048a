import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { openTasks, page } from '../testing/open-tasks.tsx'
import { id, queued, whole } from '../testing/sample-tasks.ts'

const QUEUE = 'GET /v1/tasks/?sort=dueDate&order=asc&queue=mine&limit=50'
const first = queued(1, 'Enter invoice', { key: 'INV-890-1' })
const second = queued(2, 'Match order', { key: 'INV-889-1' })
const CLAIM = `POST /v1/tasks/${first.id}/claim/`
const two = { [QUEUE]: page([first, second]) }

const lineOf = (view: ReturnType<typeof openTasks>, name: string) =>
  view.getByRole('link', { name }).closest('tr') ?? document.body

test('a claimed row shows its owner at once and stays where it was', async () => {
  const view = openTasks('/tasks?queue=mine', { ...two, [CLAIM]: { body: { data: whole(first), next: null } } })
  fireEvent.click(await view.findByRole('button', { name: 'Claim INV-890-1' }))
  expect(within(lineOf(view, 'Enter invoice')).getByText('Maya Okafor')).toBeTruthy()
  view.server.change(QUEUE, page([second]))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('You claimed Enter invoice'))
  await act(() => view.refresh())
  expect(view.getAllByRole('row').map(({ textContent }) => textContent)[1]).toContain('Enter invoice')
})

test('whoever loses the race is told who won', async () => {
  const view = openTasks('/tasks?queue=mine', { ...two, [CLAIM]: refusal(409, 'claimed', 'Ana Sousa has this task') })
  fireEvent.click(await view.findByRole('button', { name: 'Claim INV-890-1' }))
  view.server.change(QUEUE, page([second]))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Ana Sousa has this task'))
  await waitFor(() => expect(view.queryByRole('link', { name: 'Enter invoice' })).toBeNull())
})

test('a claim without an answer can be made again', async () => {
  const view = openTasks('/tasks?queue=mine', { ...two, [CLAIM]: 'unreachable' })
  fireEvent.click(await view.findByRole('button', { name: 'Claim INV-890-1' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Enter invoice wasn’t claimed. Try again.'))
  expect(await view.findByRole('button', { name: 'Claim INV-890-1' })).toBeTruthy()
  view.server.change(CLAIM, { body: { data: whole(first), next: null } })
  act(() => view.toasts[0]?.action?.onPress())
  await waitFor(() => expect(view.toasts[1]?.title).toBe('You claimed Enter invoice'))
})

test('what was taken can be given back', async () => {
  const RELEASE = `POST /v1/tasks/${first.id}/release/`
  const view = openTasks('/tasks?queue=mine', {
    ...two,
    [CLAIM]: { body: { data: whole(first), next: null } },
    [RELEASE]: { body: { data: whole(first), next: null } },
  })
  fireEvent.click(await view.findByRole('button', { name: 'Claim INV-890-1' }))
  await waitFor(() => expect(view.toasts).toHaveLength(1))
  act(() => view.toasts[0]?.action?.onPress())
  expect(await view.findByRole('button', { name: 'Claim INV-890-1' })).toBeTruthy()
  expect(view.server.sent(RELEASE)).toHaveLength(1)
})

test('C claims the row in focus, or all that is selected', async () => {
  const BULK = 'POST /v1/tasks/bulk/'
  const view = openTasks('/tasks?queue=mine', { ...two, [CLAIM]: { body: { data: whole(first), next: null } } })
  const link = await view.findByRole('link', { name: 'Enter invoice' })
  link.focus()
  act(() => void pressPageKey('c'))
  await waitFor(() => expect(view.server.sent(CLAIM)).toHaveLength(1))
  fireEvent.click(view.getByRole('checkbox', { name: 'Select row: Match order' }))
  act(() => void pressPageKey('c'))
  await waitFor(() => expect(view.server.sent(BULK)).toEqual([{ act: 'claim', ids: [second.id] }]))
})

test('a team’s queue is named, and says how many take from it', async () => {
  const finance = { id: id(900), name: 'Finance', description: '', count: 6, faces: [], version: 1 }
  const view = openTasks(`/tasks?queue=${id(900)}`, {
    [`GET /v1/tasks/?sort=dueDate&order=asc&queue=${id(900)}&limit=50`]: page([first]),
    [`GET /v1/org/${id(2)}/teams/?limit=200`]: { body: [finance] },
  })
  expect(await view.findByRole('heading', { name: 'Finance queue' })).toBeTruthy()
  expect(view.getByText('6 people work this queue')).toBeTruthy()
})

test('an empty queue says so', async () => {
  const view = openTasks('/tasks?queue=mine', { [QUEUE]: page([]) })
  expect(await view.findByText('This queue is empty')).toBeTruthy()
})
