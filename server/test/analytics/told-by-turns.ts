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

/** What is told, under the names of what is stored. */
interface Told {
  workflows: Counts
  steps: Counts
  /** How long each took of what one row counts. */
  spreads: Record<string, number[]>
}

const keyOf = ({ workflow_id, version, narrowed }: CaseRow, day: string) =>
  `${workflow_id} ${day} v${version} ${narrowed} `

/** Answers under which key it ended, if it has. */
function countCase({ workflows, spreads }: Told, zone: string, one: CaseRow): string | undefined {
  if (one.started_at) add(workflows, `${keyOf(one, dayOf(zone, one.started_at))}started`)
  if (one.status !== 'completed' || !one.completed_at) return undefined
  const key = keyOf(one, dayOf(zone, one.completed_at))
  const end = one.completed_at.getTime()
  const [due, first] = [one.due_sort?.getTime(), one.due_first?.getTime()]
  const is = {
    ended: true,
    due: due !== undefined,
    late: due !== undefined && end > due,
    first_due: first !== undefined,
    first_late: first !== undefined && end > first,
    moved: first !== undefined && due !== first,
  }
  const [duration, work] = [seconds(0, one.took ?? 0), one.duration_work_s ?? 0]
  for (const [name, holds] of Object.entries(is)) if (holds) add(workflows, `${key}${name}`)
  for (const name of ['due', 'late', 'first_due', 'first_late'] as const)
    if (one.client_id && is[name]) add(workflows, `${key}client_${name}`)
  add(workflows, `${key}sum_s`, duration)
  add(workflows, `${key}sum_work_s`, work)
  ;(spreads[key] ??= []).push(duration)
  ;(spreads[`${key}work `] ??= []).push(work)
  return key
}

interface CaseRecord {
  one: CaseRow
  turns: readonly TurnRow[]
  tasks: readonly TaskRow[]
}

const WORK_KINDS = ['manual', 'approval', 'tool']

/** Answers with where the time of its runs went. */
function countTurns(told: Told, zone: string, { one, turns, tasks }: CaseRecord, kinds: ReadonlyMap<string, string>) {
  const times: Counts = {}
  const opened = new Map<string, Date>()
  const failed = new Map<string, { step: string; at: Date; closed?: Date }>()
  for (const { at, events, commands } of turns) {
    const key = keyOf(one, dayOf(zone, at))
    for (const { c, step, round, item, outcome } of commands) {
      if (step === undefined || item !== undefined) continue
      const run = `${step}:${round}`
      const kind = kinds.get(step) ?? ''
      const of = (what: string) => `${key}${step} ${what}`
      if (c === 'open' && !opened.has(run)) opened.set(run, at)
      if (c === 'fail' && !failed.has(run)) {
        failed.set(run, { step, at })
        add(told.steps, of('failed'))
      }
      const failure = failed.get(run)
      if (c === 'close' && failure) failure.closed = at
      if (c !== 'close' || outcome === undefined) continue
      add(told.steps, of('runs'))
      if (!failure) add(told.steps, of('clean'))
      if (WORK_KINDS.includes(kind)) add(told.workflows, `${key}runs`)
      if (kind === 'tool' && !events.some((event) => event.t === 'override' && event.step === step)) {
        add(told.steps, of('automated'))
        add(told.workflows, `${key}automated`)
      }
      const began = tasks
        .filter((task) => task.step === step && task.round === round)
        .flatMap(({ began }) => began ?? [])
      const [from, to] = [(opened.get(run) ?? at).getTime(), at.getTime()]
      const byPeople = kind === 'manual' || kind === 'approval'
      const work = byPeople ? Math.min(to, Math.max(from, Math.min(to, ...began))) : from
      const [waited, worked] = [seconds(from, work), seconds(work, to)]
      add(told.steps, of('waited_s'), waited)
      add(told.steps, of('worked_s'), worked)
      ;(told.spreads[of('')] ??= []).push(waited + worked)
      add(times, 'waited_s', waited)
      add(times, byPeople ? 'worked_s' : 'automated_s', worked)
    }
  }
  for (const { step, at, closed } of failed.values()) {
    const of = (what: string) => `${keyOf(one, dayOf(zone, at))}${step} ${what}`
    add(told.steps, of('issues'))
    add(told.steps, of(closed ? 'resolved' : 'open'))
    if (closed) add(told.steps, of('resolved_s'), seconds(at.getTime(), closed.getTime()))
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
  const told: Told = { workflows: {}, steps: {}, spreads: {} }
  for (const one of cases) {
    const ended = countCase(told, zone, one)
    for (const { step, closed_at, waited_work_s, worked_work_s } of runs.get(one.id) ?? []) {
      const of = `${keyOf(one, dayOf(zone, closed_at))}${step} `
      add(told.steps, `${of}waited_work_s`, waited_work_s)
      add(told.steps, `${of}worked_work_s`, worked_work_s)
      ;(told.spreads[`${of}work `] ??= []).push(waited_work_s + worked_work_s)
    }
    const own = tasks.get(one.id) ?? []
    for (const { status, completed_at } of own)
      if (status === 'completed' && completed_at)
        add(told.workflows, `${keyOf(one, dayOf(zone, completed_at))}tasks_done`)
    const times = countTurns(told, zone, { one, turns: turns.get(one.id) ?? [], tasks: own }, kinds)
    if (ended) for (const [name, sum] of Object.entries(times)) add(told.workflows, `${ended}${name}`, sum)
  }
  return told
}

const same = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))
/** Of all that went wrong on a day, whatever the words for it: how many, how many are open, and so on. */
const ofIssues = (place: number) => `(select sum((x.value ->> ${place})::bigint) from jsonb_each(issues) x)`

/** The figures of each table with what they are read from. */
const TABLES = {
  workflow_days: {
    step: '',
    figures: same(
      [
        'started ended due late first_due first_late moved client_due client_late client_first_due client_first_late',
        'sum_s sum_work_s tasks_done runs automated waited_s worked_s automated_s',
      ].flatMap((some) => some.split(' ')),
    ),
  },
  step_days: {
    step: "|| step || ' '",
    figures: {
      ...same(['runs', 'automated', 'clean', 'failed', 'waited_s', 'worked_s', 'waited_work_s', 'worked_work_s']),
      issues: ofIssues(0),
      open: ofIssues(1),
      resolved: ofIssues(2),
      resolved_s: ofIssues(3),
    },
  },
}
type DayTable = keyof typeof TABLES

const keySql = (table: DayTable) =>
  `workflow_id || ' ' || day || ' v' || version || ' ' || narrowed::text || ' ' ${TABLES[table].step} as key`

const Row = z.looseObject({ key: z.string() })

/** What is stored, under the same names as what the turns tell. */
async function stored(database: Database, tenantId: string, table: DayTable): Promise<Counts> {
  const figures = Object.entries(TABLES[table].figures)
  const found = await database.admin((db) =>
    db.query(
      `select ${keySql(table)}, ${figures.map(([name, from]) => `(${from})::float8 as ${name}`).join(', ')}
       from ${table} where tenant_id = $1`,
      [tenantId],
    ),
  )
  return Object.fromEntries(
    z
      .parse(z.array(Row), found.rows)
      .flatMap(({ key, ...row }) => figures.map(([figure]) => [`${key}${figure}`, Number(row[figure])] as const))
      .filter(([, count]) => count !== 0),
  )
}

const list = z.nullable(z.array(z.number()))
const buckets = z.nullable(z.record(z.string(), z.number()))
const Spread = z.object({
  key: z.string(),
  durations: list,
  buckets,
  work_durations: list,
  work_buckets: buckets,
})

/** How often each duration or, of many, each bucket was counted. */
async function storedSpreads(database: Database, tenantId: string, table: DayTable): Promise<Counts> {
  const found = await database.admin((db) =>
    db.query(
      `select ${keySql(table)}, durations, buckets, work_durations, work_buckets from ${table} where tenant_id = $1`,
      [tenantId],
    ),
  )
  const counts: Counts = {}
  for (const { key, ...one } of z.parse(z.array(Spread), found.rows))
    for (const [of, durations, spread] of [
      [key, one.durations, one.buckets],
      [`${key}work `, one.work_durations, one.work_buckets],
    ] as const) {
      for (const duration of durations ?? []) add(counts, `${of}${duration} s`)
      for (const [bucket, n] of Object.entries(spread ?? {})) add(counts, `${of}bucket ${bucket}`, n)
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
  const spreads = {
    ...(await storedSpreads(database, tenantId, 'workflow_days')),
    ...(await storedSpreads(database, tenantId, 'step_days')),
  }
  return [
    ...differing(await stored(database, tenantId, 'workflow_days'), told.workflows),
    ...differing(await stored(database, tenantId, 'step_days'), told.steps),
    ...differing(spreads, spreadsOf(told.spreads)),
    ...(await differingPacks(database, tenantId)),
  ]
}
