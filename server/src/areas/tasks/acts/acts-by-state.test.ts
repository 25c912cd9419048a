import type { Input } from '@throughline/contracts/endpoint'
import * as acts from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { maya, priya, ours, actors, task, complete, at } = await createTaskWorld(api)

test('a reminder goes out once an hour to whoever is asked', async () => {
  const id = await task({ assignedTo: maya.id })
  expect(await verdict(priya.client(acts.remindTask, at(id)))).toBe('accepted')
  expect(await verdict(priya.client(acts.remindTask, at(id)))).toBe('409 reminded')
})

test('one act on many gives each its own result', async () => {
  const [mine, taken, gone] = [
    await task({ assignedTo: maya.id }),
    await task({ assignedTo: priya.id }),
    await task({ status: 'completed' }),
  ]
  const nowhere = '0197a0b0-0000-7000-8000-000000000000'
  const bulk = async (body: Omit<Input<typeof acts.bulkTasks>['body'], 'ids'>) => {
    const { data } = await maya.client(acts.bulkTasks, {
      body: { ids: [mine, taken, gone, nowhere], ...body },
    })
    return data.map(({ result, code }) => code ?? result)
  }
  expect(await bulk({ act: 'priority', priority: 'high' })).toEqual(['done', 'done', 'not_open', 'not_found'])
  expect(await bulk({ act: 'complete' })).toEqual(['done', 'claimed', 'not_open', 'not_found'])
  expect(await verdict(bulk({ act: 'assign' }))).toBe('422 invalid_request')
  const failed = await task({ type: 'automated', status: 'failed' })
  const { data } = await maya.client(acts.bulkTasks, { body: { act: 'retry', ids: [failed] } })
  expect(data).toMatchObject([{ result: 'done' }])
})

describe('what can be done in which state', () => {
  const STATES = ['pending', 'in_progress', 'review', 'completed', 'failed', 'cancelled'] as const
  const ACTS: Record<string, (id: string) => Promise<unknown>> = {
    complete: (id) => complete(maya.client, id),
    draft: (id) => maya.client(acts.draftTask, { ...at(id), body: { answers: {} } }),
    release: (id) => maya.client(acts.releaseTask, at(id)),
    claim: (id) => priya.client(acts.claimTask, at(id)),
    edit: (id) => maya.client(acts.editTask, { ...at(id), body: { priority: 'low' } }),
    ask: (id) => maya.client(acts.askQuery, { ...at(id), body: { to: priya.id, question: 'Well?' } }),
    review: (id) => priya.client(acts.reviewTask, { ...at(id), body: { decision: 'pass' } }),
    decide: (id) => maya.client(acts.decideTask, { ...at(id), body: { decision: 'approve' } }),
    remind: (id) => priya.client(acts.remindTask, at(id)),
    override: (id) => maya.client(acts.completeTask, { ...at(id), body: { override: true } }),
    viewer: (id) => complete(actors.viewer.client, id),
    foreign: (id) => complete(actors.other_admin.client, id),
  }
  const NOT_OPEN = '409 not_open'
  const EXPECTED: Record<string, string[]> = {
    complete: ['accepted', 'accepted', NOT_OPEN, NOT_OPEN, NOT_OPEN, NOT_OPEN],
    draft: ['accepted', 'accepted', NOT_OPEN, NOT_OPEN, NOT_OPEN, NOT_OPEN],
    release: ['accepted', 'accepted', NOT_OPEN, NOT_OPEN, NOT_OPEN, NOT_OPEN],
    claim: ['409 claimed', '409 claimed', NOT_OPEN, NOT_OPEN, NOT_OPEN, NOT_OPEN],
    edit: ['accepted', 'accepted', 'accepted', NOT_OPEN, 'accepted', NOT_OPEN],
    ask: ['accepted', 'accepted', 'accepted', NOT_OPEN, 'accepted', NOT_OPEN],
    review: ['409 not_in_review', '409 not_in_review', 'accepted', NOT_OPEN, '409 not_in_review', '409 not_in_review'],
    decide: Array(6).fill('409 not_approval'),
    remind: ['accepted', 'accepted', 'accepted', NOT_OPEN, NOT_OPEN, NOT_OPEN],
    override: [
      '422 invalid_request',
      '422 invalid_request',
      '422 invalid_request',
      NOT_OPEN,
      '422 invalid_request',
      NOT_OPEN,
    ],
    viewer: Array(6).fill('403 forbidden'),
    foreign: Array(6).fill('404 not_found'),
  }

  test.each(Object.keys(ACTS))('%s', async (act) => {
    const verdicts: string[] = []
    for (const status of STATES) {
      const id = await task({
        status,
        assignedTo: maya.id,
        reviewer: act === 'complete' ? null : priya.id,
        team: ours.teamId,
      })
      verdicts.push(await verdict(ACTS[act]?.(id) ?? Promise.resolve()))
    }
    expect(verdicts).toEqual(EXPECTED[act])
  })
})
