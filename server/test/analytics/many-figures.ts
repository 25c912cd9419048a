import { MAX_CALENDAR_DAYS, MAX_DAY_COUNT, SHOWN_OF_DAY } from '@throughline/contracts/calendar-lists'
import { WorkflowId } from '@throughline/contracts/ids'
import type pg from 'pg'
import { overview } from '../../src/areas/analytics/overview.service.ts'
import { nextWorkflows } from '../../src/areas/analytics/roll-ups/roll-up.queries.ts'
import { recount } from '../../src/areas/analytics/roll-ups/roll-up.ts'
import { runsPage } from '../../src/areas/analytics/runs.service.ts'
import { stepFiguresOf, workflowFigures } from '../../src/areas/analytics/workflow.service.ts'
import { calendarPage } from '../../src/areas/calendar/calendar.service.ts'
import '../../src/main/ports.ts'
import type { Context } from '../../src/core/context.ts'
import { createPools } from '../../src/core/db/pools.ts'
import type { Viewer } from '../../src/core/http/viewer.ts'
import { connectAs } from '../connect.ts'
import { createTestContext } from '../context.ts'
import { createTestDatabase } from '../database.ts'
import { makeMember, makeTeam, makeTenant } from '../factories.ts'
import { plansBehind } from '../plans-behind.ts'
import { planOf } from '../query-plan.ts'
import { makeWorkflow } from '../running-world.ts'
import { settle } from '../settle.ts'
import { makeSomeone } from '../someone.ts'
import { viewerOf } from '../viewer-of.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const TASKS_PER_INSTANCE = 5
const OTHER_TENANTS = 4
/** A quarter and the one before, and some days that no page counts. */
const DAYS = 200

export interface FigureSize {
  /** In all tenants; a fifth of them in the one that is asked about. */
  tasks: number
  workflows: number
  limited: number
}

const ownInstances = ({ tasks }: FigureSize) => Math.floor(tasks / TASKS_PER_INSTANCE / (OTHER_TENANTS + 1))

export const FIGURE_PAGES = [
  'the overview',
  'a workflow',
  'a step',
  'finished steps',
  'all errors',
  'the calendar',
] as const
export type FigurePage = (typeof FIGURE_PAGES)[number]

/** Who sees all limited workflows, half of them with hardly any part in restricted work, or with much. */
export const FIGURE_VIEWERS = ['owner', 'half', 'busy'] as const
type FigureViewer = (typeof FIGURE_VIEWERS)[number]

export interface FigureReading {
  page: FigurePage
  name: FigureViewer
  statements: number
  buffers: number
  /** How long each statement took, in order. */
  times: number[]
  /** Of each table. */
  rows: Record<string, number>
  /** Instances that are counted from what happened, because only their participants see them. */
  restricted: number
  /** Runs that the page lists one by one. */
  listed: number
}

/** Instances of the last days: four in five ended, one in fifty restricted, one in seven late. */
async function putInstances(admin: pg.Client, tenantId: string, workflows: readonly string[], count: number) {
  await admin.query(
    `with made as (select n, now() - make_interval(secs => ($3::int - n) * ($4::int * 86400.0 / $3::int)) as at
       from generate_series(1, $3::int) n),
     spans as (select n, at, at + make_interval(hours => n % 200) as ends from made),
     states as (select n, at, case when n % 5 > 0 and ends < now() then ends end as ends from spans)
     insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, status, source_key, tasks_total,
       tasks_done, created_at, started_at, completed_at, due_date, due_sort, due_first, duration_work_s, narrowed, client_id)
     select $1::uuid, ($2::uuid[])[1 + (n * 7919) % cardinality($2::uuid[])], 1, 'MANY', n, 'Case ' || n,
       case when ends is null then 'in_progress' else 'completed' end, 'figure ' || n, $5::int, 2, at, at, ends,
       (at + interval '7 days')::date, at + interval '7 days', at + interval '7 days', 3600, n % 50 = 0,
       case when n % 3 = 0 then $1::uuid end
     from states order by n`,
    [tenantId, workflows, count, DAYS, TASKS_PER_INSTANCE],
  )
  await admin.query(
    `insert into tasks (tenant_id, instance_id, workflow_id, number, step, round, name, task_type, status, narrowed, created_at,
       completed_at, due_date, due_sort)
     select i.tenant_id, i.id, i.workflow_id, t, case when t = 1 then 'ask' else 's' || t end, 1, 'Do ' || t, case when t = 2 then 'automated' else 'manual' end,
       case when i.completed_at is null and t = 3 then 'pending' else 'completed' end, i.narrowed, i.created_at,
       case when i.completed_at is not null or t < 3
         then i.started_at + (coalesce(i.completed_at, now()) - i.started_at) * t / $2::int end, i.due_date, i.due_sort
     from instances i, generate_series(1, $2::int) t where i.tenant_id = $1 and (i.completed_at is not null or t <= 3)`,
    [tenantId, TASKS_PER_INSTANCE],
  )
  await admin.query(
    `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, version, kind, opened_at, closed_at, outcome,
       waited_s, worked_s, waited_work_s, worked_work_s, by_hand, failed_at, issue)
     select tenant_id, instance_id, workflow_id, step, 1, 1, case when number = 2 then 'tool' else 'manual' end, created_at,
       completed_at, 'done', 600, 300, 600, 300, number <> 2, x.failed_at, case when x.failed_at is not null then 'timeout' end
     from tasks cross join lateral (select case when number = 2 and completed_at < now() - interval '60 days' then completed_at end
       as failed_at) x where tenant_id = $1 and completed_at is not null`,
    [tenantId],
  )
}

const takePart = (admin: pg.Client, tenantId: string, memberId: string, condition: string) =>
  admin.query(
    `insert into instance_people (tenant_id, instance_id, member_id) select tenant_id, id, $2 from instances
     where tenant_id = $1 and ${condition}`,
    [tenantId, memberId],
  )

/** A quarter and the one before. */
const DAYS_READ = 182
const MAX_BUFFERS = 6_000
/** What is read of an instance, its tasks and its runs, all statements together. */
const OF_INSTANCE = 50
/** What is read of a run that is listed: itself, its task, its instance, and others that this viewer does not see. */
const OF_RUN = 5
/** Of a list. */
const PAGE = 50

/** Of a day, all that is counted of what everybody sees and of what is restricted. */
const OF_DAYS = 2 * MAX_CALENDAR_DAYS * (MAX_DAY_COUNT + 1)
/** Of a workflow with something due soon, the ended ones that tell whether it usually ends late; and what these take. */
const ENDED = { rows: 100, buffers: 5 }

const beyond = (bounds: readonly [string, number, number][]): string[] =>
  bounds.flatMap(([what, found, most]) => (found > most ? `${Math.round(found)} ${what}, at most ${most}` : []))

/** A month reads its days, whatever else there is. */
const calendarProblems = ({ rows, buffers }: FigureReading, { workflows }: FigureSize): string[] =>
  beyond([
    ['rows of tasks', rows['tasks'] ?? 0, OF_DAYS],
    ['rows of instances', rows['instances'] ?? 0, OF_DAYS + ENDED.rows * workflows],
    ['buffers', buffers, MAX_BUFFERS + ENDED.buffers * workflows],
  ])

/** What a page reads beyond its bound. */
export function problemsOf(reading: FigureReading, size: FigureSize): string[] {
  const { page, rows, buffers, restricted, listed } = reading
  if (page === 'the calendar') return calendarProblems(reading, size)
  const facts = OF_INSTANCE * (restricted + 1) + OF_RUN * listed
  const ofOne = page === 'a workflow' || page === 'a step'
  // Of each day two rows, and of the last before the range twice; of steps, only the days of the range itself are read.
  const [packed, days] = ofOne ? [0, 2 * DAYS_READ] : [3 * DAYS_READ + 2, 0]
  const bounds: [string, number, number][] = [
    ['rows of packed_days', rows['packed_days'] ?? 0, packed],
    ['rows of workflow_days', rows['workflow_days'] ?? 0, days],
    // A step reads its own days of the range, and of two years to compare its versions.
    ['rows of step_days', rows['step_days'] ?? 0, page === 'a step' ? 2 * days : (days * TASKS_PER_INSTANCE) / 2],
    ['rows of open_counts', rows['open_counts'] ?? 0, 2 * size.workflows],
    ...['instances', 'tasks', 'step_runs'].map((table): [string, number, number] => [
      `rows of ${table}`,
      rows[table] ?? 0,
      facts,
    ]),
    ['buffers', buffers, MAX_BUFFERS + facts],
  ]
  return beyond(bounds)
}

/** What the job asks of all workflows before it counts them anew. */
async function planOfSpans(database: string, tenantId: string, workflows: number) {
  const client = await connectAs('tl_worker', database)
  try {
    await client.query(`begin; set local app.tenant = '${tenantId}'`)
    return await planOf(client, (db) => nextWorkflows(db, tenantId, FIRST, workflows))
  } finally {
    await client.end()
  }
}

const QUARTER = { range: 'quarter', hours: 'all' } as const

const DAY = 86_400_000
/** As many days as a calendar has, half of them ahead. */
function monthAround(now: number) {
  const dayAfter = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
  return { from: dayAfter(-MAX_CALENDAR_DAYS / 2), to: dayAfter(MAX_CALENDAR_DAYS / 2 - 1) }
}

type Ask = (held: Context, viewer: Viewer) => Promise<number>

/** What each page asks; answers how many runs it lists. */
function asksOf(workflowId: WorkflowId, { from, to }: { from: string; to: string }): Record<FigurePage, Ask> {
  const list = { days: { from, to }, hours: 'all', limit: PAGE } as const
  return {
    'the overview': async (held, viewer) => {
      await overview(held, viewer, QUARTER)
      return 0
    },
    'a workflow': async (held, viewer) => {
      await workflowFigures(held, viewer, workflowId, QUARTER)
      return 0
    },
    'a step': async (held, viewer) =>
      (await stepFiguresOf(held, viewer, { workflowId, step: 'ask' }, QUARTER)).step.runs,
    'finished steps': async (held, viewer) =>
      (await runsPage(held, viewer, { ...list, type: ['manual', 'approval', 'tool'] })).data.length,
    'all errors': async (held, viewer) =>
      (await runsPage(held, viewer, { ...list, type: ['tool'], failed: true })).data.length,
    'the calendar': async (held, viewer) => {
      const { data } = await calendarPage(held, viewer, {
        ...monthAround(Date.now()),
        mine: false,
        limit: SHOWN_OF_DAY,
      })
      return data.days.flatMap(({ items }) => items).length
    },
  }
}

interface Filled {
  size: FigureSize
  tenantId: string
  team: string
  workflows: readonly string[]
  members: Record<'half' | 'busy', string>
}

/** A part of the workflows limited, half of those to a team, and all that happened in them. */
async function fill(admin: pg.Client, { size, tenantId, team, workflows, members }: Filled): Promise<void> {
  const { limited } = size
  const own = ownInstances(size)
  await admin.query(`update workflows set visibility = 'limited' where tenant_id = $1 and id = any ($2)`, [
    tenantId,
    workflows.slice(0, limited),
  ])
  await admin.query(`insert into workflow_access (tenant_id, workflow_id, team_id) select $1, unnest($2::uuid[]), $3`, [
    tenantId,
    workflows.slice(0, limited / 2),
    team,
  ])
  await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [tenantId])
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  await putInstances(admin, tenantId, workflows, own)
  for (let n = 0; n < OTHER_TENANTS; n++) {
    const { rows } = await admin.query<{ id: string }>('select uuidv7() as id')
    await putInstances(admin, rows[0]?.id ?? '', workflows, own)
  }
  await takePart(admin, tenantId, members.half, 'number % 1000 = 0')
  await takePart(admin, tenantId, members.busy, 'number % 4 = 0 or narrowed')
  await settle(admin)
}

/** A database of its own with a large organization, everything in it counted by the job. */
export async function createManyFigures(size: FigureSize) {
  const { workflows: count } = size
  const database = await createTestDatabase()
  const { ctx } = createTestContext(database.name)
  const pools = createPools(ctx.config, 'worker', () => undefined)
  const worker: Context = { ...ctx, pools }
  const [owner, half, busy] = [await makeSomeone(ctx), await makeSomeone(ctx), await makeSomeone(ctx)]
  const tenant = await makeTenant(ctx, owner.personId, 'organization', 'Many figures')
  const { tenantId } = tenant
  const team = await makeTeam(ctx, tenantId, 'Desk')
  const hire = (name: string, { personId, email }: typeof owner) =>
    makeMember(ctx, tenant, { personId, name, email, role: 'member', teamId: team })
  const members = { half: await hire('half', half), busy: await hire('busy', busy) }
  const workflows: string[] = []
  for (let n = 0; n < count; n++) workflows.push(await makeWorkflow(ctx, tenant))
  await database.admin((admin) => fill(admin, { size, tenantId, team, workflows, members }))
  await recount(worker, tenantId, 0)
  await database.admin(settle)
  const viewers = {
    owner: await viewerOf(ctx, owner.personId),
    half: await viewerOf(ctx, half.personId),
    busy: await viewerOf(ctx, busy.personId),
  }
  const workflowId = WorkflowId.parse(workflows.at(-1))
  const ask = asksOf(workflowId, await overview(ctx, viewers.owner, QUARTER))

  /** What the statements of a page read, on a connection that has no plans yet. */
  const read = async (page: FigurePage, name: FigureViewer): Promise<FigureReading> => {
    const client = await connectAs('tl_api', database.name)
    try {
      let listed = 0
      const plans = await plansBehind(client, ctx, viewers[name], async (held) => {
        listed = await ask[page](held, viewers[name])
      })
      const sum = (of: (plan: (typeof plans)[number]) => number) => plans.reduce((total, plan) => total + of(plan), 0)
      const rows: FigureReading['rows'] = {}
      for (const { relation, rows: taken } of plans.flatMap(({ accesses }) => accesses))
        rows[relation] = (rows[relation] ?? 0) + taken
      const { restricted } = (await overview(ctx, viewers[name], QUARTER)).counted
      return {
        page,
        name,
        statements: plans.length,
        buffers: sum((p) => p.buffers),
        times: plans.map((p) => p.ms),
        rows,
        restricted,
        listed,
      }
    } finally {
      await client.end()
    }
  }

  /** How long a page takes that is asked for again and again, in ms; telling a plan takes longer than carrying it out. */
  const time = async (page: FigurePage, name: FigureViewer, count: number): Promise<number[]> => {
    const times: number[] = []
    for (let n = 0; n < count; n++) {
      const began = performance.now()
      await ask[page](ctx, viewers[name])
      times.push(performance.now() - began)
    }
    return times
  }
  const close = async () => {
    await Promise.all([ctx.pools.end(), pools.end()])
    await database.drop()
  }
  return { size, read, time, spans: () => planOfSpans(database.name, tenantId, count), close }
}
