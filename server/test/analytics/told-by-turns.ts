import * as z from 'zod/mini'
import { bucketOf, MAX_EXACT } from '../../src/areas/analytics/durations.ts'
import { PACKED_STEP, PACKED_WORKFLOW } from '../../src/areas/analytics/roll-ups/packed-days.queries.ts'
import { wallClock } from '../../src/core/zone-clock.ts'
import type { TestDatabase } from '../database.ts'

/** Counted a second time, from the record of the turns and from the tasks alone. */
const Turn = z.object({
  instance_id: z.string(),
  at: z.date(),
  events: z.array(z.looseObject({ t: z.string(), step: z.optional(z.string()), round: z.optional(z.number()) })),
  commands: z.array(
    z.looseObject({
      c: z.string(),
      step: z.optional(z.string()),
      round: z.optional(z.number()),
      outcome: z.optional(z.string()),
      item: z.optional(z.number()),
    }),
  ),
})
const Case = z.object({
  id: z.string(),
  workflow_id: z.string(),
  version: z.number(),
  narrowed: z.boolean(),
  status: z.string(),
  started_at: z.nullable(z.date()),
  completed_at: z.nullable(z.date()),
  due_sort: z.nullable(z.date()),
  due_first: z.nullable(z.date()),
  client_id: z.nullable(z.string()),
  /** In ms, with all its digits. */
  took: z.nullable(z.number()),
  duration_work_s: z.nullable(z.number()),
})
/** Working hours are by the calendar of the moment at which a run closed: only what was noted then can be added up. */
const Run = z.object({
  instance_id: z.string(),
  step: z.string(),
  closed_at: z.date(),
  waited_work_s: z.number(),
  worked_work_s: z.number(),
})
const Task = z.object({
  instance_id: z.string(),
  step: z.nullable(z.string()),
  round: z.number(),
  status: z.string(),
  /** In ms, with all its digits. */
  began: z.nullable(z.number()),
  completed_at: z.nullable(z.date()),
})

type Counts = Record<string, number>

const dayOf = (zone: string, at: Date) => new Date(wallClock(zone, at.getTime())).toISOString().slice(0, 10)
const seconds = (from: number, to: number) => Math.floor((to - from) / 1000)

function add(counts: Counts, key: string, by = 1) {
  if (by !== 0) counts[key] = (counts[key] ?? 0) + by
}

type CaseRow = z.infer<typeof Case>
type TaskRow = z.infer<typeof Task>
type TurnRow = z.infer<typeof Turn>

/** Answers with how long it took, if it has ended. */
function countCase(counts: Counts, zone: string, one: CaseRow) {
  const of = (day: string, what: string) => `${one.workflow_id} ${day} v${one.version} ${one.narrowed} ${what}`
  if (one.started_at) add(counts, of(dayOf(zone, one.started_at), 'started'))
  if (one.status !== 'completed' || !one.completed_at) return undefined
  const day = dayOf(zone, one.completed_at)
  const end = one.completed_at.getTime()
  const late = one.due_sort !== null && end > one.due_sort.getTime()
  add(counts, of(day, 'ended'))
  if (one.due_sort) add(counts, of(day, 'due'))
  if (late) add(counts, of(day, 'late'))
  if (one.due_first && end > one.due_first.getTime()) add(counts, of(day, 'first_late'))
  if (one.client_id && late) add(counts, of(day, 'client_late'))
  add(counts, of(day, 'sum_s'), seconds(0, one.took ?? 0))
  add(counts, of(day, 'sum_work_s'), one.duration_work_s ?? 0)
  return { key: of(day, ''), duration: seconds(0, one.took ?? 0) }
}

/** Answers with where the time of its runs went. */
function countTurns(
  counts: Counts,
  zone: string,
  one: CaseRow,
  turns: readonly TurnRow[],
  tasks: readonly TaskRow[],
  kinds: ReadonlyMap<string, string>,
): Counts {
  const times: Counts = {}
  const opened = new Map<string, Date>()
  const failed = new Set<string>()
  for (const { at, events, commands } of turns) {
    for (const { c, step, round, item, outcome } of commands) {
      if (step === undefined || item !== undefined) continue
      const run = `${step}:${round}`
      const kind = kinds.get(step) ?? ''
      const of = (what: string) =>
        `${one.workflow_id} ${dayOf(zone, at)} v${one.version} ${one.narrowed} ${step} ${what}`
      if (c === 'open' && !opened.has(run)) opened.set(run, at)
      if (c === 'fail' && !failed.has(run)) {
        failed.add(run)
        add(counts, of('failed'))
      }
      if (c !== 'close' || outcome === undefined) continue
      add(counts, of('runs'))
      if (!failed.has(run)) add(counts, of('clean'))
      if (kind === 'tool' && !events.some((event) => event.t === 'override' && event.step === step))
        add(counts, of('automated'))
      const began = tasks
        .filter((task) => task.step === step && task.round === round)
        .flatMap(({ began }) => began ?? [])
      const [from, to] = [(opened.get(run) ?? at).getTime(), at.getTime()]
      const work =
        kind === 'manual' || kind === 'approval' ? Math.min(to, Math.max(from, Math.min(to, ...began))) : from
      add(counts, of('waited_s'), seconds(from, work))
      add(counts, of('worked_s'), seconds(work, to))
      add(times, 'waited_s', seconds(from, work))
      add(times, kind === 'manual' || kind === 'approval' ? 'worked_s' : 'automated_s', seconds(work, to))
    }
  }
  return times
}

type Database = Pick<TestDatabase, 'admin'>

async function toldByTurns(database: Database, tenantId: string, zone: string, kinds: ReadonlyMap<string, string>) {
  const read = async <T extends z.ZodMiniType>(shape: T, text: string): Promise<z.output<T>[]> =>
    z.parse(z.array(shape), (await database.admin((db) => db.query(text, [tenantId]))).rows)
  const cases = await read(
    Case,
    `select id, workflow_id, workflow_version as version, narrowed, status, started_at, completed_at, nullif(due_sort, 'infinity') as due_sort, due_first, client_id, duration_work_s,
       extract(epoch from completed_at - started_at)::float8 * 1000 as took
     from instances where tenant_id = $1 and deleted_at is null`,
  )
  const tasks = Map.groupBy(
    await read(
      Task,
      `select instance_id, step, round, status, extract(epoch from began_at)::float8 * 1000 as began, completed_at
       from tasks where tenant_id = $1`,
    ),
    (task) => task.instance_id,
  )
  const turns = Map.groupBy(
    await read(Turn, 'select instance_id, at, events, commands from instance_turns where tenant_id = $1 order by seq'),
    (turn) => turn.instance_id,
  )
  const runs = Map.groupBy(
    await read(
      Run,
      `select instance_id, step, closed_at, waited_work_s, worked_work_s from step_runs where tenant_id = $1 and outcome is not null`,
    ),
    (run) => run.instance_id,
  )
  const [workflows, steps]: [Counts, Counts] = [{}, {}]
  const durations: Record<string, number[]> = {}
  for (const one of cases) {
    const ended = countCase(workflows, zone, one)
    if (ended) (durations[ended.key] ??= []).push(ended.duration)
    for (const { step, closed_at, waited_work_s, worked_work_s } of runs.get(one.id) ?? []) {
      const of = `${one.workflow_id} ${dayOf(zone, closed_at)} v${one.version} ${one.narrowed} ${step}`
      add(steps, `${of} waited_work_s`, waited_work_s)
      add(steps, `${of} worked_work_s`, worked_work_s)
    }
    const own = tasks.get(one.id) ?? []
    for (const task of own)
      if (task.status === 'completed' && task.completed_at)
        add(
          workflows,
          `${one.workflow_id} ${dayOf(zone, task.completed_at)} v${one.version} ${one.narrowed} tasks_done`,
        )
    const times = countTurns(steps, zone, one, turns.get(one.id) ?? [], own, kinds)
    if (ended) for (const [name, sum] of Object.entries(times)) add(workflows, `${ended.key}${name}`, sum)
  }
  return { workflows, steps, durations }
}

const WORKFLOW_FIGURES = [
  'started',
  'ended',
  'due',
  'late',
  'first_late',
  'client_late',
  'sum_s',
  'sum_work_s',
  'tasks_done',
  'waited_s',
  'worked_s',
  'automated_s',
]
const STEP_FIGURES = ['runs', 'automated', 'clean', 'failed', 'waited_s', 'worked_s', 'waited_work_s', 'worked_work_s']

const Row = z.looseObject({ key: z.string() })

/** What is stored, under the same names as what the turns tell. */
async function stored(database: Database, tenantId: string, table: 'workflow_days' | 'step_days'): Promise<Counts> {
  const [step, figures] = table === 'step_days' ? ["|| ' ' || step", STEP_FIGURES] : ['', WORKFLOW_FIGURES]
  const found = await database.admin((db) =>
    db.query(
      `select workflow_id || ' ' || day || ' v' || version || ' ' || narrowed::text ${step} as key,
        ${figures.map((figure) => `${figure}::float8`).join(', ')} from ${table} where tenant_id = $1`,
      [tenantId],
    ),
  )
  return Object.fromEntries(
    z
      .parse(z.array(Row), found.rows)
      .flatMap(({ key, ...row }) => figures.map((figure) => [`${key} ${figure}`, Number(row[figure])] as const))
      .filter(([, count]) => count !== 0),
  )
}

const Spread = z.object({
  key: z.string(),
  durations: z.nullable(z.array(z.number())),
  buckets: z.nullable(z.record(z.string(), z.number())),
})

/** How often each duration or, of many, each bucket was counted. */
async function storedSpreads(database: Database, tenantId: string): Promise<Counts> {
  const found = await database.admin((db) =>
    db.query(
      `select workflow_id || ' ' || day || ' v' || version || ' ' || narrowed::text || ' ' as key, durations, buckets
       from workflow_days where tenant_id = $1 and ended > 0`,
      [tenantId],
    ),
  )
  const counts: Counts = {}
  for (const { key, durations, buckets } of z.parse(z.array(Spread), found.rows)) {
    for (const one of durations ?? []) add(counts, `${key}${one} s`)
    for (const [bucket, n] of Object.entries(buckets ?? {})) add(counts, `${key}bucket ${bucket}`, n)
  }
  return counts
}

function spreadsOf(durations: Record<string, number[]>): Counts {
  const counts: Counts = {}
  for (const [key, all] of Object.entries(durations))
    for (const one of all) add(counts, all.length > MAX_EXACT ? `${key}bucket ${bucketOf(one)}` : `${key}${one} s`)
  return counts
}

const differing = (stored: Counts, told: Counts) =>
  [...new Set([...Object.keys(stored), ...Object.keys(told)])].flatMap((key) =>
    stored[key] === told[key] ? [] : `${key}: ${stored[key] ?? 0} stored, ${told[key] ?? 0} told by the turns`,
  )

/** What is packed of each day is what its rows say, and nothing else; of both, what the other lacks. */
async function differingPacks(database: Database, tenantId: string): Promise<string[]> {
  const pairs = [
    ['workflow_days', 'workflows', PACKED_WORKFLOW],
    ['step_days', 'steps', PACKED_STEP],
  ] as const
  const found: string[] = []
  for (const [table, column, columns] of pairs) {
    const rows = `select day, narrowed, ${columns.join()} from ${table} where tenant_id = $1`
    const packed = `select p.day, p.narrowed, ${columns.map((one) => `x.${one}`).join()}
      from packed_days p, unnest(p.${column}) x where p.tenant_id = $1`
    for (const [one, other] of [
      [rows, packed],
      [packed, rows],
    ]) {
      const { rows: more } = await database.admin((db) =>
        db.query<{ text: string }>(`select x::text as text from (${one} except all ${other}) x`, [tenantId]),
      )
      found.push(...more.map(({ text }) => `${one === rows ? 'not packed' : 'packed without a row'}: ${text}`))
    }
  }
  return found
}

/** Figures of days that are not what the turns tell. */
export async function differingDays(
  database: Database,
  tenantId: string,
  zone: string,
  kinds: ReadonlyMap<string, string>,
): Promise<string[]> {
  const told = await toldByTurns(database, tenantId, zone, kinds)
  return [
    ...differing(await stored(database, tenantId, 'workflow_days'), told.workflows),
    ...differing(await stored(database, tenantId, 'step_days'), told.steps),
    ...differing(await storedSpreads(database, tenantId), spreadsOf(told.durations)),
    ...(await differingPacks(database, tenantId)),
  ]
}

/** Days as they were closed whose use is not what is counted here from the facts, one day at a time. */
export async function differingUse(database: Database, tenantId: string, zone: string): Promise<string[]> {
  const onDay = (column: string) => `(${column} at time zone $2)::date = u.day`
  const cases = (condition: string) =>
    `(select count(*)::int from instances i where i.tenant_id = $1 and i.deleted_at is null and ${condition})`
  const calls = (condition: string) =>
    `(select count(*)::int from step_runs r join instances i on i.tenant_id = $1 and i.id = r.instance_id
       where r.tenant_id = $1 and i.deleted_at is null and r.kind = 'tool' and ${condition})`
  const ended = `i.status = 'completed' and ${onDay('i.completed_at')}`
  const told = {
    people: `(select count(distinct e.actor_id)::int from events e
      where e.tenant_id = $1 and ${onDay('uuid_extract_timestamp(e.id)')})`,
    started: cases(onDay('i.started_at')),
    ended: cases(ended),
    late: cases(`${ended} and i.due_date is not null and i.completed_at > i.due_sort`),
    automations_done: calls(`${onDay('r.closed_at')} and r.outcome is not null and r.failed_at is null`),
    automations_failed: calls(`${onDay('r.failed_at')} and r.issue is not null`),
    file_bytes: '(select coalesce(sum(bytes), 0)::bigint from blobs where tenant_id = $1)',
    members: `(select count(*)::int from members where tenant_id = $1 and status = 'active')`,
  }
  const columns = Object.entries(told)
  const { rows } = await database.admin((db) =>
    db.query<{ text: string }>(
      `select x::text as text from (select u.day, ${columns.map(([name, count]) => `u.${name} as ${name}, ${count} as told_${name}`).join(', ')}
         from usage_days u where u.tenant_id = $1) x
       where ${columns.map(([name]) => `${name} is distinct from told_${name}`).join(' or ')}`,
      [tenantId, zone],
    ),
  )
  return rows.map(({ text }) => text)
}
