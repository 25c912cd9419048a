import { ScheduleOverlapPolicy } from '@temporalio/client'
import { getOrganization, updateOrganization } from '@throughline/contracts/org'
import * as starts from '@throughline/contracts/starts'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { eventually } from '../../../../test/eventually.ts'
import { INTAKE_WORKFLOW } from '../../../../test/forms.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { makeSchedule } from '../../../../test/schedules.ts'
import { useSmallWorker } from '../../../../test/small-worker.ts'
import { removeSchedules } from '../../../../test/worker.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { createWorld } from '../../../../test/world.ts'
import { createTemporal } from '../../../core/temporal/client.ts'
import { createEngineSchedules } from './engine-schedules.ts'
import { createScheduleActivities } from './schedule.activities.ts'

const api = await createTestApi()
const { ctx, database } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.owner
const { config } = ctx
const temporal = createTemporal(config, ctx.keyring)
const engine = createEngineSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE)
const activities = createScheduleActivities(workerContext(ctx), engine)
const worker = useSmallWorker({ config, activities })
afterAll(async () => {
  await removeSchedules(database.name)
  await temporal.close()
  await api.close()
})

const DAY = 86_400_000
const HOUR = 3_600_000
/** Between a change and what the engine holds. */
const HELD_WITHIN = 5_000
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const inEngine = (scheduleId: string) =>
  temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:schedule:${ours.tenantId}:${scheduleId}`)

interface ScheduleRef {
  workflowId: string
  scheduleId: string
}

const read = async (of: ScheduleRef) =>
  (await client(starts.getSchedule, { params: starts.getSchedule.params.parse(of) })).data

/** The runs that its page shows, once the engine is about to fire exactly these. */
async function heldRuns(of: ScheduleRef): Promise<string[]> {
  const shown = (await read(of)).next.map(({ at }) => at)
  await eventually(async () => {
    const { info, spec } = await inEngine(of.scheduleId).describe()
    expect(info.nextActionTimes.map((at) => at.toISOString())).toEqual(shown)
    expect(spec.calendars).toHaveLength(64)
  }, HELD_WITHIN)
  return shown
}

test('the engine holds what the page shows, also after the zone or the holidays of the organization change', async () => {
  const workflowId = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  const body = {
    name: 'Friday check',
    rule: { kind: 'day' as const, every: 1, from: '2026-01-01', times: ['02:30', '17:00'] },
    day_off: 'skip' as const,
    fixed_values: { company: 'Acme' },
  }
  const { data } = await client(starts.addSchedule, {
    params: starts.addSchedule.params.parse({ workflowId }),
    body,
  })
  const of = { workflowId, scheduleId: data.id }
  const before = await heldRuns(of)

  const at = { params: { orgId: ours.tenantId } }
  const { name } = await client(getOrganization, at)
  await client(updateOrganization, { ...at, body: { name, time_zone: 'Australia/Lord_Howe' } })
  const moved = await heldRuns(of)
  expect(moved).not.toEqual(before)

  const [first] = (await read(of)).next
  const holiday = { name: 'Founders’ Day', from: first?.day ?? '', to: first?.day ?? '' }
  await client(updateOrganization, { ...at, body: { name, holidays: [holiday] } })
  const rest = await heldRuns(of)
  expect(rest).not.toContain(first?.at)
})

/** Every day at the time of this moment, for three days up to it. */
const dailyUntil = (newest: number) => ({
  rule: {
    kind: 'day' as const,
    every: 1,
    from: isoDay(newest - 9 * DAY),
    times: [new Date(newest).toISOString().slice(11, 16)],
  },
  since: new Date(newest - 2 * DAY - HOUR),
})

test('runs that nobody heard of are found, each once, and the engine holds those to come', async () => {
  const newest = Math.floor((Date.now() - HOUR) / 60_000) * 60_000
  const of = await makeSchedule(ctx, ours, { ...dailyUntil(newest), missed: 'each' })
  await database.admin((db) =>
    db.query('update schedules set next_run_at = $2 where id = $1', [of.scheduleId, new Date(newest - 2 * DAY)]),
  )
  await Promise.all([activities.catchUp(ours.tenantId), activities.catchUp(ours.tenantId)])
  expect((await read(of)).last.map(({ nominal_at, state }) => [Date.parse(nominal_at), state])).toEqual(
    [0, 1, 2].map((days) => [newest - days * DAY, 'late']),
  )
  expect((await read(of)).next_run_at).toBe(new Date(newest + DAY).toISOString())
  await heldRuns(of)
})

test('of three runs that the engine fires while the worker is stopped, exactly those start that the rule names', async () => {
  const newest = Math.floor((Date.now() - HOUR) / 60_000) * 60_000
  const nominal = [2, 1, 0].map((days) => newest - days * DAY)
  const made = await Promise.all(
    (['latest', 'each', 'none'] as const).map((missed) => makeSchedule(ctx, ours, { ...dailyUntil(newest), missed })),
  )
  await worker.stop()
  for (const { scheduleId } of made) {
    await engine.put({ tenantId: ours.tenantId, scheduleId }, nominal)
    // The engine's own firing of what its calendars say, of moments that have passed.
    const range = { start: new Date(newest - 2 * DAY - 60_000), end: new Date(newest + 60_000) }
    await inEngine(scheduleId).backfill({ ...range, overlap: ScheduleOverlapPolicy.ALLOW_ALL })
    await eventually(async () => expect((await inEngine(scheduleId).describe()).info.numActionsTaken).toBe(3))
  }
  expect(await Promise.all(made.map(async (of) => (await read(of)).last))).toEqual([[], [], []])
  await worker.start()

  const outcomes = async (of: ScheduleRef | undefined) =>
    of &&
    (await read(of)).last.toReversed().map(({ nominal_at, state, instance, reason }) => {
      return [Date.parse(nominal_at), state, instance !== null, reason]
    })
  const down = 'It couldn’t start within 30 minutes of its time.'
  const replaced = `${down} A later run took its place.`
  const late = [/^6\d minutes late$/, /^25 hours late$/, /^2 days late$/].map((words) => expect.stringMatching(words))
  const started = (days: number) => [newest - days * DAY, 'late', true, late[days]]
  const missed = (days: number, reason: string) => [newest - days * DAY, 'missed', false, reason]
  const [latest, each, none] = made
  await eventually(async () => {
    expect(await outcomes(latest)).toEqual([missed(2, replaced), missed(1, replaced), started(0)])
    expect(await outcomes(each)).toEqual([started(2), started(1), started(0)])
    expect(await outcomes(none)).toEqual([missed(2, down), missed(1, down), missed(0, down)])
  })
  const { rows } = await database.admin((db) =>
    db.query<{ n: number }>(
      `select count(*)::int as n from instances where source = 'schedule' and workflow_id = any ($1)`,
      [made.map(({ workflowId }) => workflowId)],
    ),
  )
  expect(rows).toEqual([{ n: 4 }])
})
