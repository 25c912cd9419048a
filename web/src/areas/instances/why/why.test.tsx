import { fireEvent, waitFor, within } from '@testing-library/react'
import type { Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { whole } from '../../tasks/testing/sample-tasks.ts'
import {
  ADDRESS,
  answer,
  CALL,
  MERIDIAN,
  maya,
  meridian,
  openInstance,
  task,
  waiting,
} from '../testing/open-instance.tsx'
import { id } from '../testing/open-instances.tsx'

const of = (last: number, path: string) => `POST /v1/tasks/${id(last)}/${path}/`
const tried = (state: 'unknown' | 'failed') => ({
  key: 'k1',
  state,
  at: '2026-11-17T09:00:00Z',
  problem: null,
  attempts: 1,
})
const taskAnswer = (tool: Task['tool'], attempts: Task['attempts'] = []) => ({
  body: { data: whole(task(2, 'Agree fees'), {}, { tool, attempts }), next: null },
})

test('Review opens the task over the page, and Back closes it', async () => {
  const reasons = [waiting({ kind: 'approval', people: [maya], needed: 1, act: 'review' })]
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian({ waiting: reasons })) })
  fireEvent.click(await view.findByRole('button', { name: 'Review: Agree fees' }))
  await waitFor(() => expect(view.address()).toBe(`${ADDRESS}?taskId=${id(402)}`))
})

test('what was sent back says who wants what, in the reason and in the details', async () => {
  const change_request = { verdict: 'changes', by: maya, comment: 'The rate is last year’s.', task_id: null } as const
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian({ waiting: [waiting({ change_request })] })) })
  expect(await view.findByText('Maya Okafor asks for changes: The rate is last year’s.')).toBeTruthy()
  const details = within(view.getByRole('region', { name: 'Changes requested' }))
  expect(details.getByText('The rate is last year’s.')).toBeTruthy()
  expect(details.getByText(/^Maya Okafor asks for changes/).textContent).toContain('in Agree fees')
})

test('Remind says who was reminded; a refusal says why not', async () => {
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian()), [of(402, 'remind')]: taskAnswer(null) })
  fireEvent.click(await view.findByRole('button', { name: 'Remind: Agree fees' }))
  await waitFor(() => expect(view.toasts[0]?.title).toBe('Jonas Weber was reminded'))
  view.server.change(of(402, 'remind'), refusal(409, 'too_soon', 'Once an hour'))
  fireEvent.click(view.getByRole('button', { name: 'Remind: Agree fees' }))
  await waitFor(() => expect(view.toasts[1]).toMatchObject({ tone: 'error', description: 'Once an hour' }))
})

test('Claim takes the task and opens it', async () => {
  const queue = { kind: 'team', id: id(600), name: 'Finance' } as const
  const reasons = [waiting({ kind: 'queue', people: [], queue, act: 'claim' })]
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian({ waiting: reasons })),
    [of(402, 'claim')]: taskAnswer(null),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Claim: Agree fees' }))
  await waitFor(() => expect(view.address()).toContain(`taskId=${id(402)}`))
  expect(view.server.sent(of(402, 'claim'))).toHaveLength(1)
})

test('whoever loses the race is told who has it, and nothing opens', async () => {
  const queue = { kind: 'team', id: id(600), name: 'Finance' } as const
  const reasons = [waiting({ kind: 'queue', people: [], queue, act: 'claim' })]
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian({ waiting: reasons })),
    [of(402, 'claim')]: refusal(409, 'claimed', 'Jonas Weber has it'),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Claim: Agree fees' }))
  await waitFor(() => expect(view.toasts[0]?.description).toBe('Jonas Weber has it'))
  expect(view.address()).toBe(ADDRESS)
})

test('Retry asks first where the receiver would not notice a second time', async () => {
  const reasons = [waiting({ kind: 'failed', problem: 'No free seat', act: 'retry' })]
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian({ waiting: reasons })),
    [`GET /v1/tasks/${id(402)}/`]: taskAnswer({ id: 'http', name: 'Portal API', honours_keys: false }, [
      tried('unknown'),
    ]),
    [of(402, 'retrigger')]: taskAnswer(null),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Retry: Agree fees' }))
  const dialog = await view.findByRole('alertdialog', { name: 'This might be done twice.' })
  expect(view.server.sent(of(402, 'retrigger'))).toHaveLength(0)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retry anyway' }))
  await waitFor(() => expect(view.server.sent(of(402, 'retrigger'))).toHaveLength(1))
})

test('Retry does not ask where nothing was done by the last attempt', async () => {
  const reasons = [waiting({ kind: 'failed', problem: 'portal.example refused the connection.', act: 'retry' })]
  const view = openInstance(ADDRESS, {
    [CALL]: answer(meridian({ waiting: reasons })),
    [`GET /v1/tasks/${id(402)}/`]: taskAnswer({ id: 'http', name: 'Portal API', honours_keys: false }, [
      tried('failed'),
    ]),
    [of(402, 'retrigger')]: taskAnswer(null),
  })
  fireEvent.click(await view.findByRole('button', { name: 'Retry: Agree fees' }))
  await waitFor(() => expect(view.server.sent(of(402, 'retrigger'))).toHaveLength(1))
})

test('a step that failed without a task is tried again by itself', async () => {
  const call = `POST /v1/instances/${MERIDIAN}/steps/s2/retry/`
  const reasons = [waiting({ kind: 'failed', task_id: null, act: 'retry' })]
  const view = openInstance(ADDRESS, { [CALL]: answer(meridian({ waiting: reasons })), [call]: answer(meridian()) })
  fireEvent.click(await view.findByRole('button', { name: 'Retry: Agree fees' }))
  await waitFor(() => expect(view.server.sent(call)).toEqual([{}]))
  expect(await view.findByRole('button', { name: 'Override it' })).toBeTruthy()
})
