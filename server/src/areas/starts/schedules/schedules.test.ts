import * as starts from '@throughline/contracts/starts'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { INTAKE_WORKFLOW } from '../../../../test/forms.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { DAILY, makeSchedule } from '../../../../test/schedules.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { fireSchedule } from './fire-schedule.ts'
import { createScheduleActivities } from './schedule.activities.ts'

const api = await sharedApi()
const { ctx } = api
const world = await createWorld(api)
const { ours, actors } = world
const { client } = actors.member
const DAY = 86_400_000
const HOUR = 3_600_000

/** Eight o'clock of today or before, which has passed. */
const eight = (daysAgo: number) => Math.floor((Date.now() - 8 * HOUR) / DAY) * DAY + 8 * HOUR - daysAgo * DAY
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

const fire = (id: string, at: number, now?: number) => inTenant(ctx, ours, (tx) => fireSchedule(tx, id, at, now))

const read = async (of: { workflowId: string; scheduleId: string }) =>
  (await client(starts.getSchedule, { params: params(of) })).data

const params = (of: { workflowId: string; scheduleId: string }) => starts.getSchedule.params.parse(of)

/** What became of its runs, the oldest first. */
const states = async (of: { workflowId: string; scheduleId: string }) =>
  (await read(of)).last.map(({ state, reason }) => [state, reason]).reverse()

const messagesTo = async (memberId: string, workflowId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ title: string; body: string }>(
      `select title, body from messages where member_id = $1 and workflow_id = $2 and type = 'schedule_not_started'`,
      [memberId, workflowId],
    ),
  )
  return rows
}

describe('a run whose time has come', () => {
  test('starts one instance, however often it is told of, under the schedule’s name and without a person', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, title: 'Payments {month} {year}' })
    const at = eight(0)
    for (let time = 0; time < 3; time++) await fire(made.scheduleId, at, at + 2_000)
    const { last, next_run_at } = await read(made)
    expect(last).toHaveLength(1)
    expect(last[0]).toMatchObject({ state: 'started', nominal_at: new Date(at).toISOString() })
    expect(next_run_at).toBe(new Date(at + DAY).toISOString())
    const { rows } = await api.database.admin((db) =>
      db.query('select name, source, source_name, started_by from instances where id = $1', [last[0]?.instance?.id]),
    )
    const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(at)
    expect(rows).toEqual([
      { name: `Payments ${month}`, source: 'schedule', source_name: 'Standing payments', started_by: null },
    ])
  })

  test('leaves nothing behind when it is none of the schedule’s, or the schedule is paused', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO })
    await fire(made.scheduleId, eight(0) + HOUR)
    await client(starts.pauseSchedule, { params: params(made), body: { paused: true } })
    await fire(made.scheduleId, eight(0))
    expect(await states(made)).toEqual([])
  })

  test('of a schedule that is gone says so', async () => {
    const made = await makeSchedule(ctx, ours)
    await client(starts.removeSchedule, { params: params(made) })
    expect(await fire(made.scheduleId, eight(0))).toBe('gone')
  })

  test('is left out while the instance before it is not finished, where the schedule says so', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, stillRunning: 'skip' })
    await fire(made.scheduleId, eight(1), eight(1))
    await fire(made.scheduleId, eight(0), eight(0))
    const [first, second] = await states(made)
    expect(first).toEqual(['started', null])
    expect(second).toEqual(['left_out', 'The last one was still running.'])
  })

  test('is left out however many were left out before it', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, stillRunning: 'skip' })
    for (let daysAgo = 13; daysAgo >= 0; daysAgo--) await fire(made.scheduleId, eight(daysAgo), eight(daysAgo))
    const { rows } = await api.database.admin((db) =>
      db.query('select count(*)::int as n from instances where workflow_id = $1', [made.workflowId]),
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('three runs that were missed', () => {
  const missed = async (rule: 'latest' | 'each' | 'none', ages: number[]) => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, missed: rule })
    // As the engine catches up: in any order.
    for (const age of ages.toReversed()) await fire(made.scheduleId, eight(age), eight(0) + HOUR)
    return (await states(made)).map(([state]) => state)
  }

  test('are the newest one, where only that counts', async () => {
    expect(await missed('latest', [2, 1, 0])).toEqual(['missed', 'missed', 'late'])
  })

  test('are each of them of the last seven days', async () => {
    expect(await missed('each', [9, 1, 0])).toEqual(['missed', 'late', 'late'])
  })

  test('are none of them, and the person named is told once', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, missed: 'none' })
    for (const age of [2, 1, 0]) await fire(made.scheduleId, eight(age), eight(0) + HOUR)
    expect((await states(made)).map(([state]) => state)).toEqual(['missed', 'missed', 'missed'])
    expect(await messagesTo(ours.ownerId, made.workflowId)).toEqual([
      { title: 'A scheduled run didn’t start: Standing payments', body: 'Throughline was down at that time.' },
    ])
  })
})

test('a workflow that cannot start keeps the reason, and its schedule goes on', async () => {
  const made = await makeSchedule(ctx, ours, { since: LONG_AGO })
  await api.database.admin((db) =>
    db.query(`update workflows set status = 'archived' where id = $1`, [made.workflowId]),
  )
  await fire(made.scheduleId, eight(1), eight(1))
  await api.database.admin((db) => db.query(`update workflows set status = 'active' where id = $1`, [made.workflowId]))
  await fire(made.scheduleId, eight(0), eight(0))
  expect(await states(made)).toEqual([
    ['left_out', 'The workflow is archived.'],
    ['started', null],
  ])
})

test('the engine is told again where an older change reached it last', async () => {
  const made = await makeSchedule(ctx, ours)
  const told: number[] = []
  const change = async (hour: string) => {
    const rule = JSON.stringify({ ...DAILY, times: [hour] })
    await api.database.admin((db) =>
      db.query('update schedules set rule = $2, change = change + 1 where id = $1', [made.scheduleId, rule]),
    )
  }
  const hourOf = (moments: readonly number[]) => new Date(moments[0] ?? 0).getUTCHours()
  let isFirst = true
  const engine = {
    put: async ({ scheduleId }: { scheduleId: string }, moments: readonly number[]) => {
      if (scheduleId !== made.scheduleId) return
      if (isFirst) {
        isFirst = false
        await change('11:00')
        await activities.armSome(ours)
      }
      told.push(hourOf(moments))
    },
    remove: () => Promise.resolve(),
  }
  const activities = createScheduleActivities(workerContext(ctx), engine)
  await change('10:00')
  while (await activities.armSome(ours));
  expect(told).toEqual([11, 10])
  await activities.armSome(ours)
  expect(told).toEqual([11, 10, 11])
  await activities.armSome(ours)
  expect(told).toHaveLength(3)
})

describe('a member', () => {
  const add = async (body: Partial<Parameters<typeof sample>[0]> = {}, workflowId?: string) => {
    const id = workflowId ?? (await makeWorkflow(ctx, ours, INTAKE_WORKFLOW))
    const where = starts.addSchedule.params.parse({ workflowId: id })
    return (await client(starts.addSchedule, { params: where, body: sample(body) })).data
  }
  const sample = (more: object) => ({
    name: 'Friday check',
    rule: DAILY,
    time_zone: 'Europe/Amsterdam',
    fixed_values: { company: 'Acme' },
    ...more,
  })

  test('makes a schedule that the engine is told of, and reads its next ten runs', async () => {
    const made = await add({ day_off: 'run' })
    expect(made.next).toHaveLength(10)
    expect(made.next_run_at).toBe(made.next[0]?.at)
    const { rows } = await api.database.admin((db) =>
      db.query(`select topic from outbox where payload->>'workflowId' = $1`, [`schedules:${ours.tenantId}`]),
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  test('leaves out the next run and puts it back', async () => {
    const made = await add({ day_off: 'run' })
    const of = { workflowId: made.workflow_id, scheduleId: made.id }
    const at = made.next[0]?.at ?? ''
    const skipped = (await client(starts.skipRun, { params: of, body: { at, skipped: true } })).data
    expect(skipped.next[0]).toMatchObject({ at, skipped: true, skipped_by: expect.any(String) })
    expect(skipped.next_run_at).toBe(made.next[1]?.at)
    const back = (await client(starts.skipRun, { params: of, body: { at, skipped: false } })).data
    expect(back.next_run_at).toBe(at)
  })

  test('keeps what is skipped and what is overdue where only the name changes', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO })
    const of = params(made)
    const { next, version } = await read(made)
    const at = next[1]?.at ?? ''
    await client(starts.skipRun, { params: of, body: { at, skipped: true } })
    const body = { ...sample({ name: 'Renamed', time_zone: 'UTC', day_off: 'run' }), version }
    const { data } = await client(starts.changeSchedule, { params: of, body })
    expect(data).toMatchObject({ name: 'Renamed', next_run_at: next[0]?.at })
    expect(data.next.filter(({ skipped }) => skipped).map((run) => run.at)).toEqual([at])
    await fire(made.scheduleId, eight(0))
    expect((await states(made)).map(([state]) => state)).toEqual([expect.stringMatching(/^(started|late)$/)])
  })

  test('finds what is skipped still skipped after a pause, and after a change by which it is still a run', async () => {
    const made = await makeSchedule(ctx, ours)
    const of = params(made)
    const { next, version } = await read(made)
    for (const run of next.slice(0, 2))
      await client(starts.skipRun, { params: of, body: { at: run.at, skipped: true } })
    const pause = (paused: boolean) => client(starts.pauseSchedule, { params: of, body: { paused } })
    await pause(true)
    const resumed = (await pause(false)).data
    expect(resumed.next.map(({ skipped }) => skipped).slice(0, 3)).toEqual([true, true, false])
    expect(resumed.next_run_at).toBe(next[2]?.at)
    // Every second day from the second run on: the first is none of its own any more.
    const rule = { ...DAILY, every: 2, from: next[1]?.day ?? '' }
    const body = { ...sample({ rule, time_zone: 'UTC', day_off: 'run' }), version: version + 2 }
    const changed = (await client(starts.changeSchedule, { params: of, body })).data
    expect(changed.next.slice(0, 2).map(({ at, skipped }) => [at, skipped])).toEqual([
      [next[1]?.at, true],
      [next[3]?.at, false],
    ])
  })

  test('runs it once now, and the same request again starts nothing more', async () => {
    const made = await makeSchedule(ctx, ours)
    const run = () => client(starts.runSchedule, { params: params(made) }, { idempotencyKey: 'again-and-again' })
    const [first, again] = [await run(), await run()]
    expect(again).toEqual(first)
  })

  test.each([
    ['without a value that the workflow requires', { fixed_values: {} }, '422 invalid_request'],
    ['with a file as a fixed value', { fixed_values: { company: 'Acme', papers: ['x'] } }, '422 invalid_request'],
    ['in a zone that does not exist', { time_zone: 'Europe/Nowhere' }, '422 invalid_request'],
    ['that would never run', { rule: { kind: 'once', day: '2020-01-01', time: '08:00' } }, '422 invalid_request'],
    ['that tells a stranger', { told_id: world.theirs.memberId }, '404 not_found'],
  ])('makes none %s', async (_, body, expected) => {
    expect(await verdict(add(body))).toBe(expected)
  })

  test('finds none of a workflow that they may not see', async () => {
    const made = await makeSchedule(ctx, ours)
    await actors.owner.client(setWorkflowAccess, {
      params: { workflowId: params(made).workflowId },
      body: { visibility: 'limited', member_ids: [ours.ownerId] },
    })
    expect(await verdict(read(made))).toBe('404 not_found')
  })

  test('who saves what somebody else has saved since is told so', async () => {
    const made = await add()
    const of = { workflowId: made.workflow_id, scheduleId: made.id }
    const save = (version: number) =>
      client(starts.changeSchedule, { params: of, body: { ...sample({ name: 'Other' }), version } })
    expect((await save(made.version)).data.name).toBe('Other')
    expect(await verdict(save(made.version))).toBe('409 stale_version')
  })
})
