import type { StandIn } from '@throughline/contracts/form-triggers'
import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'
import { type Looker, NOBODYS_LOOK } from '../seen-instances.ts'
import { standInColumns } from '../stand-ins.ts'
import type { StartReason } from '../start-reasons.ts'

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`

const schedules = (db: Db, tenantId: string) =>
  db
    .selectFrom('schedules as s')
    .innerJoin('workflow_triggers as t', (join) =>
      join.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.id'),
    )
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select(['s.id', 't.workflow_id', 't.name', 't.fixed_values', 't.stand_in_kind', 't.stand_in_id', 't.told_id'])
    .select(['t.paused_at', 't.paused_by', 't.created_by', 't.updated_at', 't.updated_by', 't.version'])
    .select(['s.rule', 's.time_zone', 's.day_off', 's.still_running', 's.missed', 's.title', 's.skips'])
    .select(['s.expected_from', 's.next_run_at', 's.armed_until', 's.change'])
    .select(['w.name as workflow_name', 'w.status', 'w.current_version', 'w.deleted_at', 'w.visibility'])
    .where('s.tenant_id', '=', tenantId)
    .where('t.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)

export type ScheduleRow = NonNullable<Awaited<ReturnType<typeof findSchedule>>>

export const schedulesOfWorkflow = (db: Db, tenantId: string, workflowId: string) =>
  schedules(db, tenantId).where('t.workflow_id', '=', workflowId).orderBy('s.id').execute()

export const findSchedule = (db: Db, tenantId: string, id: string) =>
  schedules(db, tenantId).where('s.id', '=', id).executeTakeFirst()

/** Locked first, so that a firing and a change of the schedule come one after the other. */
export async function lockSchedule(db: Db, tenantId: string, id: string): Promise<ScheduleRow | undefined> {
  await sql`select from schedules where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(db)
  return findSchedule(db, tenantId, id)
}

/** How the organisation counts its days, and what time it is: by one clock, however wrong those of our processes go. */
export const findWorkingTime = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['time_zone', 'working_days', 'holidays', sql<Date>`now()`.as('now')])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

export interface ScheduleValues {
  name: string
  rule: ScheduleRule
  zone: string | null
  dayOff: DayOffRule
  stillRunning: string
  missed: string
  title: string
  fixed: Record<string, Json>
  standIn: StandIn | null
  toldId: string
}

const triggerColumns = ({ name, fixed, standIn, toldId }: ScheduleValues) => ({
  name,
  fixed_values: json(fixed),
  told_id: toldId,
  ...standInColumns(standIn),
})

const scheduleColumns = ({ rule, zone, dayOff, stillRunning, missed, title }: ScheduleValues) => ({
  rule: json(rule),
  time_zone: zone,
  day_off: dayOff,
  still_running: stillRunning,
  missed,
  title,
})

export async function insertSchedule(
  db: Db,
  tenantId: string,
  of: { workflowId: string; memberId: string; next: Date | null },
  values: ScheduleValues,
): Promise<string> {
  const { id } = await db
    .insertInto('workflow_triggers')
    .values({
      tenant_id: tenantId,
      kind: 'schedule',
      workflow_id: of.workflowId,
      created_by: of.memberId,
      updated_by: of.memberId,
      ...triggerColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('schedules')
    .values({ tenant_id: tenantId, id, next_run_at: of.next, ...scheduleColumns(values) })
    .execute()
  return id
}

/** False where somebody else has saved since. */
export async function updateSchedule(
  db: Db,
  tenantId: string,
  { id, version, memberId }: { id: string; version: number; memberId: string },
  values: ScheduleValues,
): Promise<boolean> {
  const saved = await db
    .updateTable('workflow_triggers')
    .set({
      ...triggerColumns(values),
      updated_at: sql`now()`,
      updated_by: memberId,
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await db
    .updateTable('schedules')
    .set(scheduleColumns(values))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  return true
}

/** From now on its runs are others: the engine has to be told. */
export const restartSchedule = (db: Db, tenantId: string, id: string, skips: readonly object[], next: Date | null) =>
  sql`update schedules set next_run_at = ${next}, expected_from = now(), skips = ${json(skips)}, change = change + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)

export const setSkips = (db: Db, tenantId: string, id: string, skips: readonly object[], next: Date | null) =>
  sql`update schedules set skips = ${json(skips)}, next_run_at = ${next}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)

/** After a run; `rearm`: the engine holds too few to come. */
export const setNextRun = (db: Db, tenantId: string, id: string, next: Date | null, rearm: boolean) =>
  sql`update schedules set next_run_at = ${next}, change = change + ${rearm ? 1 : 0}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)

export async function deleteSchedules(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  const among = sql`any (${ids}::uuid[])`
  await sql`delete from held_starts where tenant_id = ${tenantId} and trigger_id = ${among}`.execute(db)
  await sql`delete from schedule_firings where tenant_id = ${tenantId} and schedule_id = ${among}`.execute(db)
  await sql`delete from schedules where tenant_id = ${tenantId} and id = ${among}`.execute(db)
  await sql`delete from workflow_triggers where tenant_id = ${tenantId} and id = ${among}`.execute(db)
}

export async function schedulesOfWorkflows(
  db: Db,
  tenantId: string,
  workflowIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from workflow_triggers
    where tenant_id = ${tenantId} and kind = 'schedule' and workflow_id = any (${workflowIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** All of a workspace are planned anew, since its working time changed; says whether there are any. */
export async function markAllChanged(db: Db, tenantId: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update schedules set change = change + 1 where tenant_id = ${tenantId}`.execute(db)
  return numAffectedRows > 0n
}

export async function schedulesToArm(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from schedules
    where tenant_id = ${tenantId} and armed_change < change order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What was read before the engine was told is not put over what a firing or a person has written since. The change is the one
 * that the engine was told of last, even where a newer one was told of before: true where it has to be told of that again.
 */
export async function setArmed(
  db: Db,
  tenantId: string,
  { id, change, before }: { id: string; change: number; before: Date | null },
  { until, next }: { until: Date | null; next: Date | null },
): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`update schedules set armed_change = ${change}, armed_until = ${until},
      next_run_at = case when change = ${change} and next_run_at is not distinct from ${before}::timestamptz
        then ${next}::timestamptz else next_run_at end
    where tenant_id = ${tenantId} and id = ${id} returning change > ${change} as behind`.execute(db)
  return rows[0]?.behind ?? false
}

export async function overdueSchedules(db: Db, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from schedules
    where tenant_id = ${tenantId} and next_run_at < now() - interval '10 minutes' order by next_run_at limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface FiredRun {
  state: 'started' | 'late' | 'held' | 'left_out' | 'skipped' | 'missed'
  instanceId?: string
  reason?: StartReason
}

export const insertFiring = (db: Db, tenantId: string, scheduleId: string, nominal: Date, run: FiredRun) =>
  db
    .insertInto('schedule_firings')
    .values({
      tenant_id: tenantId,
      schedule_id: scheduleId,
      nominal_at: nominal,
      state: run.state,
      instance_id: run.instanceId ?? null,
      reason: run.reason ? json(run.reason) : null,
    })
    .execute()

export const updateFiring = (
  db: Db,
  tenantId: string,
  { scheduleId, nominal }: { scheduleId: string; nominal: Date },
  run: FiredRun,
) =>
  db
    .updateTable('schedule_firings')
    .set({ state: run.state, instance_id: run.instanceId ?? null, reason: run.reason ? json(run.reason) : null })
    .where('tenant_id', '=', tenantId)
    .where('schedule_id', '=', scheduleId)
    .where('nominal_at', '=', nominal)
    .execute()

/** The newest first, with what they started. */
const firings = (db: Db, tenantId: string, scheduleId: string, looker: Looker) =>
  db
    .selectFrom('schedule_firings as f')
    .leftJoin('instances as i', (join) =>
      join.onRef('i.tenant_id', '=', 'f.tenant_id').onRef('i.id', '=', 'f.instance_id'),
    )
    .select(['f.nominal_at', 'f.at', 'f.state', 'f.reason', 'f.instance_id'])
    .select(['i.prefix', 'i.number', 'i.status', 'i.deleted_at', looker.ofInstance('i').as('instance_seen')])
    .where('f.tenant_id', '=', tenantId)
    .where('f.schedule_id', '=', scheduleId)
    .orderBy('f.nominal_at', 'desc')

export const firingsOf = (db: Db, tenantId: string, scheduleId: string, limit: number, looker: Looker = NOBODYS_LOOK) =>
  firings(db, tenantId, scheduleId, looker).limit(limit).execute()

/** The newest run that started something. */
export const lastStarted = (db: Db, tenantId: string, scheduleId: string) =>
  firings(db, tenantId, scheduleId, NOBODYS_LOOK)
    .where(sql<boolean>`f.state in ('started', 'late')`)
    .limit(1)
    .executeTakeFirst()

export async function hasFiring(db: Db, tenantId: string, scheduleId: string, nominal: Date): Promise<boolean> {
  const { rows } = await sql`select from schedule_firings
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId} and nominal_at = ${nominal}`.execute(db)
  return rows.length > 0
}

/** The moments of runs that something became of. */
export async function firedAfter(db: Db, tenantId: string, scheduleId: string, after: Date): Promise<Set<number>> {
  const { rows } = await sql<{ nominal_at: Date }>`select nominal_at from schedule_firings
    where tenant_id = ${tenantId} and schedule_id = ${scheduleId} and nominal_at > ${after}`.execute(db)
  return new Set(rows.map(({ nominal_at }) => nominal_at.getTime()))
}

/** What each has started in the last 30 days, and how often it could not: no more than its rule has runs. */
export async function recentFirings(db: Db, tenantId: string, scheduleIds: readonly string[]) {
  const ofSchedule = sql`from schedule_firings f where f.tenant_id = ${tenantId} and f.schedule_id = s.id
    and f.nominal_at > now() - interval '30 days'`
  const { rows } = await sql<{ id: string; started: number; held: number; trouble: number }>`select s.id,
      (select count(*)::int ${ofSchedule} and f.state in ('started', 'late')) as started,
      (select count(*)::int ${ofSchedule} and f.state = 'held') as held,
      (select count(*)::int ${ofSchedule} and f.state in ('missed', 'left_out')
        and (f.state = 'missed' or f.reason ->> 'code' <> 'still_running')) as trouble
    from unnest(${scheduleIds}::uuid[]) as s (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Those that run next, as far as the reader may see their workflows. */
export async function nextSchedules({ db, tenantId }: ReadTx, visible: Visibility, limit: number) {
  const rows = await db
    .selectFrom('schedules as s')
    .innerJoin('workflow_triggers as t', (on) => on.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.id'))
    .innerJoin('workflows as w', (on) =>
      on.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select(['s.id', 't.name', 's.next_run_at', 'w.id as workflow_id', 'w.name as workflow_name'])
    .where('s.tenant_id', '=', tenantId)
    .where('t.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('s.next_run_at', 'is not', null)
    .where('t.paused_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('w.status', '=', 'active')
    .where(visible.ofWorkflow('w.id'))
    .orderBy('s.next_run_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, name, next_run_at, workflow_id, workflow_name }) =>
    next_run_at
      ? [{ id, name, next_run_at: next_run_at.toISOString(), workflow: { id: workflow_id, name: workflow_name } }]
      : [],
  )
}
