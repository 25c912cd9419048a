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
import { createHeldStartActivities } from '../held-starts.activities.ts'
import { fireSchedule } from './fire-schedule.ts'
import { createScheduleActivities } from './schedule.activities.ts'

const api = await sharedApi()
const { ctx } = api
const world = await createWorld(api)
const { ours, actors } = world
const { client } = actors.member
const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000

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
      {
        title: 'A scheduled run didn’t start: Standing payments',
        body: 'It couldn’t start within 30 minutes of its time.',
      },
    ])
  })

  test('are none where they only came late, since thousands have the same minute', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, missed: 'none' })
    await fire(made.scheduleId, eight(0), eight(0) + 20 * MINUTE)
    expect(await states(made)).toEqual([['late', '20 minutes late']])
  })
})

const CANNOT_START = [
  ['archived', `status = 'archived'`, `status = 'active'`, 'The workflow is archived.'],
  ['in the trash', 'deleted_at = now()', 'deleted_at = null', 'The workflow is in the trash.'],
  ['not published', 'current_version = null', 'current_version = 1', 'The workflow has no published version.'],
] as const
const ARCHIVED = CANNOT_START[0]

describe('runs of a workflow that can’t start', () => {
  const change = ({ workflowId }: { workflowId: string }, columns: string) =>
    api.database.admin((db) => db.query(`update workflows set ${columns} where id = $1`, [workflowId]))
  /** What starts once the workflow can. */
  async function wake(of: { workflowId: string }, back: string = ARCHIVED[2]) {
    await change(of, back)
    const { tenantId } = ours
    await createHeldStartActivities(ctx).startHeldSome({ tenantId, workflowId: of.workflowId })
  }
  const instancesOf = async ({ workflowId }: { workflowId: string }) => {
    const { rows } = await api.database.admin((db) =>
      db.query<{ n: number }>('select count(*)::int as n from instances where workflow_id = $1', [workflowId]),
    )
    return rows[0]?.n
  }
  const REPLACED = ['missed', 'A later run took its place.']

  test.each(CANNOT_START)(
    'since it is %s are held: the newest, which begins once it can',
    async (_, away, back, why) => {
      const made = await makeSchedule(ctx, ours, { since: LONG_AGO })
      await change(made, away)
      for (const age of [2, 1]) await fire(made.scheduleId, eight(age), eight(age))
      await wake(made, back)
      expect(await states(made)).toEqual([REPLACED, ['late', expect.stringMatching(/late$/)]])
      expect(await instancesOf(made)).toBe(1)
      expect((await messagesTo(ours.ownerId, made.workflowId)).map(({ body }) => body)).toEqual([why])
      await fire(made.scheduleId, eight(0), eight(0))
      expect((await states(made)).at(-1)).toEqual(['started', null])
    },
  )

  test('are all held where each is made up for, up to seven days back', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, missed: 'each' })
    await change(made, ARCHIVED[1])
    for (const age of [9, 8, 1]) await fire(made.scheduleId, eight(age), eight(age))
    const tooLate = ['missed', 'It was missed more than 7 days ago.']
    const held = ['held', ARCHIVED[3]]
    expect(await states(made)).toEqual([tooLate, held, held])
    await wake(made)
    expect(await states(made)).toEqual([tooLate, tooLate, ['late', expect.stringMatching(/late$/)]])
    expect(await instancesOf(made)).toBe(1)
  })

  test('are left out where none is made up for', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO, missed: 'none' })
    await change(made, ARCHIVED[1])
    await fire(made.scheduleId, eight(1), eight(1))
    await wake(made)
    expect(await states(made)).toEqual([['left_out', ARCHIVED[3]]])
  })

  test('wait no longer once they don’t fit what it asks for', async () => {
    const made = await makeSchedule(ctx, ours, { since: LONG_AGO })
    await change(made, ARCHIVED[1])
    await fire(made.scheduleId, eight(1), eight(1))
    await api.database.admin((db) =>
      db.query(`update workflow_triggers set fixed_values = '{}' where id = $1`, [made.scheduleId]),
    )
    await wake(made)
    expect(await states(made)).toEqual([['left_out', 'Required by the workflow, but missing: Company.']])
    const { rows } = await api.database.admin((db) =>
      db.query('select from held_starts where trigger_id = $1', [made.scheduleId]),
    )
    expect(rows).toEqual([])
  })
})

/** What the engine is told of. */
function watchEngine() {
  const told: string[] = []
  const engine = {
    put: ({ scheduleId }: { scheduleId: string }) => Promise.resolve(void told.push(scheduleId)),
    remove: () => Promise.resolve(),
  }
  return { told, activities: createScheduleActivities(workerContext(ctx), engine) }
}

const setSchedule = (id: string, columns: string, value: unknown) =>
  api.database.admin((db) => db.query(`update schedules set ${columns} = $2 where id = $1`, [id, value]))

test('a run that the engine never told of is still expected after a later one, and is caught up with', async () => {
  const made = await makeSchedule(ctx, ours, { since: new Date(eight(1) - HOUR), missed: 'each' })
  await setSchedule(made.scheduleId, 'next_run_at', new Date(eight(1)))
  const iso = (at: number) => new Date(at).toISOString()
  await fire(made.scheduleId, eight(0), eight(0))
  expect((await read(made)).next_run_at).toBe(iso(eight(1)))
  const [tomorrow, after] = (await read(made)).next
  const skip = { at: tomorrow?.at ?? '', skipped: true }
  expect((await client(starts.skipRun, { params: params(made), body: skip })).data.next_run_at).toBe(iso(eight(1)))
  await watchEngine().activities.catchUp(ours.tenantId)
  expect((await states(made)).map(([state]) => state)).toEqual(['late', 'started'])
  expect((await read(made)).next_run_at).toBe(after?.at)
})

test('a schedule that fails holds up no other of its workspace, and is tried again', async () => {
  const { theirs } = world
  const [broken, sound] = [await makeSchedule(ctx, theirs), await makeSchedule(ctx, theirs)]
  const { told, activities } = watchEngine()
  await setSchedule(broken.scheduleId, 'rule', '{}')
  await expect(activities.armSome(theirs)).rejects.toThrow('not armed: 1')
  expect(told).toEqual([sound.scheduleId])
  for (const [hours, { scheduleId }] of [broken, sound].entries())
    await setSchedule(scheduleId, 'next_run_at', new Date(Date.now() - (9 - hours) * HOUR))
  await activities.catchUp(theirs.tenantId)
  expect(told).toEqual([sound.scheduleId, sound.scheduleId])
  await setSchedule(broken.scheduleId, 'rule', JSON.stringify(DAILY))
  expect(await activities.armSome(theirs)).toBe(false)
  expect(told.at(-1)).toBe(broken.scheduleId)
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
