import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { LIST, openTasks, page } from '../testing/open-tasks.tsx'
import { queued, row } from '../testing/sample-tasks.ts'

const BULK = 'POST /v1/tasks/bulk/'
const first = queued(1, 'Enter invoice', { key: 'INV-890-1' })
const second = queued(2, 'Match order', { key: 'INV-889-1' })
const third = queued(3, 'Post accruals', { key: 'CLS-012-4' })
const all = [first, second, third]

const answer = (...results: ['done' | 'refused' | 'unknown', string?][]) => ({
  body: {
    data: results.map(([result, message], at) => ({
      id: all[at]?.id,
      result,
      code: message ? 'claimed' : null,
      message: message ?? null,
    })),
  },
})

/** The list with everything in it selected, and one button of the bar pressed. */
async function press(name: string | RegExp, answers: Parameters<typeof openTasks>[1] = {}, tasks = all) {
  const view = openTasks('/tasks', { [LIST]: page(tasks), ...answers })
  fireEvent.click(await view.findByRole('checkbox', { name: 'Select all rows' }))
  const bar = within(view.getByRole('toolbar', { name: 'Actions for selected tasks' }))
  fireEvent.click(bar.getByRole('button', { name }))
  return { ...view, bar }
}

test('all done is one toast', async () => {
  const view = await press(/^Claim/, { [BULK]: answer(['done'], ['done'], ['done']) })
  await waitFor(() => expect(view.toasts).toHaveLength(1))
  expect(view.toasts[0]?.title).toBe('3 tasks claimed')
  expect(view.server.sent(BULK)).toEqual([{ act: 'claim', ids: all.map(({ id }) => id) }])
  expect(view.queryByRole('dialog')).toBeNull()
})

test('otherwise each has its own result, and only what is unknown is retried', async () => {
  const view = await press(/^Claim/, { [BULK]: answer(['done'], ['refused', 'Ana Sousa has this task'], ['unknown']) })
  const dialog = within(await view.findByRole('dialog', { name: '1 of 3 tasks claimed' }))
  expect(dialog.getByText('1 wasn’t done and 1 has no result yet.')).toBeTruthy()
  const rows = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Not done: .*Ana Sousa has this task/)
  expect(rows[1]).toMatch(/^Unknown: .*The server didn’t respond. It’s safe to retry./)
  expect(rows[2]).toMatch(/^Done: .*Claimed by you/)
  view.server.change(BULK, { body: { data: [{ id: third.id, result: 'done', code: null, message: null }] } })
  fireEvent.click(dialog.getByRole('button', { name: 'Retry 1' }))
  expect(await view.findByRole('dialog', { name: '2 of 3 tasks claimed' })).toBeTruthy()
  expect(view.server.sent(BULK)[1]).toEqual({ act: 'claim', ids: [third.id] })
  expect(dialog.queryByRole('button', { name: /again$/ })).toBeNull()
})

test('without any answer nothing is known of any', async () => {
  const view = await press(/^Claim/, { [BULK]: 'unreachable' })
  expect(await view.findByRole('dialog', { name: '0 of 3 tasks claimed' })).toBeTruthy()
  view.server.change(BULK, answer(['done'], ['done'], ['done']))
  fireEvent.click(view.getByRole('button', { name: 'Retry 3' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('3 tasks claimed'))
})

test('what is refused as a whole is refused for each', async () => {
  const view = await press(/^Claim/, { [BULK]: refusal(403, 'forbidden', 'Your role was changed') })
  const dialog = within(await view.findByRole('dialog', { name: '0 of 3 tasks claimed' }))
  expect(dialog.getAllByText(/Your role was changed/)).toHaveLength(3)
  expect(dialog.queryByRole('button', { name: /again$/ })).toBeNull()
})

test('an act that fits none of them is off and says why', async () => {
  const done = [row(1, 'Old', { state: 'completed' })]
  const view = await press(/^Complete/, {}, done)
  expect(view.bar.getByRole('button', { name: 'Complete, None of these are yours to complete' })).toBeTruthy()
  expect(view.bar.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(view.server.sent(BULK)).toEqual([])
})

test('a priority is chosen first', async () => {
  const view = await press('Priority', { [BULK]: answer(['done'], ['done'], ['done']) })
  const dialog = within(await view.findByRole('dialog', { name: 'Priority of 3 tasks' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Urgent' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Priority of 3 tasks changed'))
  expect(view.server.sent(BULK)[0]).toMatchObject({ act: 'priority', priority: 'urgent' })
})

test('a due day is sent as its end, and empty takes it away', async () => {
  const view = await press('Due date', { [BULK]: answer(['done'], ['done'], ['done']) })
  const dialog = within(await view.findByRole('dialog', { name: 'Due date of 3 tasks' }))
  fireEvent.change(dialog.getByLabelText('Due date'), { target: { value: '2026-11-20' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(view.server.sent(BULK)[0]).toMatchObject({ act: 'due', due_date: '2026-11-20T23:59:59Z' }))
})

test('approving asks first', async () => {
  const votes = [row(1, 'Approve it', { task_type: 'approval', mine: 'approver' })]
  const view = await press(
    /^Approve/,
    { [BULK]: { body: { data: [{ id: votes[0]?.id, result: 'done', code: null, message: null }] } } },
    votes,
  )
  const dialog = within(await view.findByRole('alertdialog', { name: 'Approve 1 task?' }))
  expect(view.server.sent(BULK)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Approve 1 task' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('1 task approved'))
})
