import type { Client } from '@throughline/contracts/client'
import * as acts from '@throughline/contracts/task-acts'
import { listTasks } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { maya, priya, hire, ours, actors, workflow, task, complete, read, turns, at } = await createTaskWorld(api)

describe('completing', () => {
  test('keeps the answers, shows it at once, and tells the instance', async () => {
    const id = await task({ assignedTo: maya.id })
    const { data } = await complete(maya.client, id)
    expect(data).toMatchObject({ state: 'completed', status: 'completed' })
    expect(await read(id)).toMatchObject({ answers: { amount: 7 } })
    expect(await turns(id)).toMatchObject([{ t: 'done', by: maya.id, step: 'ask' }])
    const again = await complete(maya.client, id)
    expect(again.data.version).toBe(data.version)
    expect(await turns(id)).toHaveLength(1)
    expect(await verdict(complete(maya.client, id, { answers: { amount: 8 } }))).toBe('409 not_open')
  })

  test('answers with what the same person is asked next: in the instance first, else what is due first', async () => {
    const { id: noor, client } = await hire('noor', 'Noor Haddad')
    const instance = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
    const first = await task({ assignedTo: noor }, instance)
    const elsewhere = await task({ assignedTo: noor, due: new Date('2026-01-05') })
    const here = await task({ type: 'query', assignedTo: noor, due: new Date('2030-01-05') }, instance)
    await task({ type: 'query', assignedTo: priya.id, due: new Date('2026-01-04') }, instance)
    expect((await complete(client, first)).next).toMatchObject({ id: here, mine: 'assignee' })
    expect((await complete(client, here, { answer: 'Yes' })).next).toMatchObject({ id: elsewhere })
    expect((await complete(client, elsewhere)).next).toBeNull()
  })

  test('says of each field what is wrong with it', async () => {
    const id = await task({ assignedTo: maya.id })
    const wrong = (answers: object) => complete(maya.client, id, { answers }).catch((error: unknown) => error)
    expect(await wrong({})).toMatchObject({ status: 422, errors: [{ path: 'answers.amount', message: 'required' }] })
    expect(await wrong({ amount: 9, colour: 'oak' })).toMatchObject({
      errors: [{ path: 'answers.colour', message: 'no_field' }],
    })
    expect(await wrong({ amount: 0 })).toMatchObject({ errors: [{ path: 'answers.amount', message: 'too_small' }] })
    // Shown from a hundred on.
    expect(await wrong({ amount: 500 })).toMatchObject({ errors: [{ path: 'answers.why', message: 'required' }] })
    expect((await complete(maya.client, id, { answers: { amount: 500, why: 'A bigger desk' } })).data.state).toBe(
      'completed',
    )
  })

  test('without a body takes what was kept unsent, or what earlier rounds left', async () => {
    const id = await task({ assignedTo: maya.id })
    expect((await read(id, maya.client)).answers).toEqual({ amount: 7 })
    const saved = await maya.client(acts.draftTask, { ...at(id), body: { answers: { amount: 42 } } })
    expect(await read(id, maya.client)).toMatchObject({
      state: 'in_progress',
      answers: { amount: 42 },
      draft_saved_at: saved.saved_at,
    })
    expect((await read(id, priya.client)).answers).toEqual({ amount: 7 })
    await maya.client(acts.completeTask, { ...at(id), body: {} })
    expect((await read(id)).answers).toEqual({ amount: 42 })
  })

  test('is for whoever has it, or may take it', async () => {
    const taken = await task({ assignedTo: maya.id })
    await expect(complete(priya.client, taken)).rejects.toMatchObject({
      status: 409,
      code: 'claimed',
      message: /Maya Okafor/,
    })
    const queued = await task({ team: ours.teamId })
    expect(await verdict(complete(actors.outsider.client, queued))).toBe('403 not_yours')
    expect((await complete(priya.client, queued)).data).toMatchObject({
      state: 'completed',
      assigned_to: priya.user.username,
    })
    const nobodys = await task()
    expect((await complete(actors.outsider.client, nobodys)).data.state).toBe('completed')
  })
})

describe('a reviewer', () => {
  test('is asked when the work is there, passes it or gives it back', async () => {
    const id = await task({ assignedTo: maya.id, reviewer: priya.id })
    await complete(maya.client, id)
    expect(await read(id, maya.client)).toMatchObject({
      state: 'review',
      review_status: 'waiting',
      can: { review: false },
    })
    expect(await turns(id)).toEqual([])
    expect((await read(id, priya.client)).can.review).toBe(true)
    const asked = await priya.client(listTasks, { query: { assigned_to: priya.user.username, status: 'review' } })
    expect(asked.data.map((row) => row.id)).toContain(id)
    const review = (client: Client, decision: 'pass' | 'return', comment = '') =>
      client(acts.reviewTask, { ...at(id), body: { decision, comment } })
    expect(await verdict(review(maya.client, 'pass'))).toBe('403 not_yours')
    expect(await verdict(review(priya.client, 'return'))).toBe('422 invalid_request')
    await review(priya.client, 'return', 'Count again')
    const back = { state: 'in_progress', review_status: 'returned', review_comment: 'Count again' }
    expect(await read(id, maya.client)).toMatchObject({ ...back, answers: { amount: 7 } })
    await complete(maya.client, id, { answers: { amount: 9 } })
    await review(priya.client, 'pass')
    expect(await read(id)).toMatchObject({ state: 'completed', review_status: 'passed', answers: { amount: 9 } })
    expect(await turns(id)).toMatchObject([{ t: 'done', by: maya.id }])
  })

  test('does not do what they review, be it free for everybody else', async () => {
    for (const spec of [{ reviewer: priya.id }, { reviewer: priya.id, team: ours.teamId }]) {
      const id = await task(spec)
      expect(await read(id, priya.client)).toMatchObject({
        can: { complete: false, claim: false },
        blocked_by: 'You’re the reviewer of this task. Someone else has to do it.',
      })
      expect(await verdict(complete(priya.client, id))).toBe('403 not_yours')
      expect(await verdict(priya.client(acts.claimTask, at(id)))).toBe('403 not_yours')
      await maya.client(acts.claimTask, at(id))
      expect((await complete(maya.client, id)).data.state).toBe('review')
    }
  })

  test('is asked whoever takes the task over', async () => {
    const id = await task({ assignedTo: maya.id, reviewer: priya.id })
    await maya.client(acts.editTask, { ...at(id), body: { assigned_to: actors.owner.user.username } })
    expect((await complete(actors.owner.client, id)).data).toMatchObject({
      state: 'review',
      reviewer: priya.user.username,
    })
    expect(await turns(id)).toEqual([])
  })
})
