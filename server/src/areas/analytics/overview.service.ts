import type { analyticsOverview, Overview, WorkflowHealth } from '@throughline/contracts/analytics'
import {
  AT_RISK_POINTS,
  type CountedHours,
  MAX_HEALTH,
  MIN_JUDGED,
  ON_TIME_GOAL,
  type TimeRange,
} from '@throughline/contracts/analytics-lists'
import type { Query } from '@throughline/contracts/endpoint'
import type * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { Durations } from './durations.ts'
import {
  type BeforeSums,
  countOpen,
  type DaySums,
  type IssueSums,
  namesOfSteps,
  type OpenWork,
  type Spread,
  type StepSums,
  sumBefore,
  sumWorkflows,
  topSteps,
  type WorkflowSums,
} from './overview.queries.ts'
import { type Period, periodOf, periodOnWire, shiftDay } from './period.service.ts'
import { type FigureScope, restrictedOf } from './visible-rows.ts'

type OverviewWire = z.input<typeof Overview>
type HealthWire = z.input<typeof WorkflowHealth>
type OverviewQuery = Query<typeof analyticsOverview>

const TOP_BARS = 10
const TOP_STEPS = 5
const TOP_ISSUES = 5
/** Days that one point of a line stands for. */
const POINT_DAYS = { week: 1, month: 4, quarter: 7 } as const satisfies Record<TimeRange, number>

export function durationsOf({ durations, buckets }: Spread): Durations {
  const all = new Durations()
  if (durations) all.addAll(durations)
  for (const each of buckets ?? []) all.addBuckets(each)
  return all
}

export const averageOf = (sum: number, count: number) => (count === 0 ? null : Math.round(sum / count))
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)
export const percent = (count: number, of: number) => (of === 0 ? null : Math.round((1000 * count) / of) / 10)

/** The days of each point, oldest first. */
function pointsOf({ from, to }: Period, range: TimeRange): string[][] {
  const points: string[][] = []
  for (let first = from; first <= to; first = shiftDay(first, POINT_DAYS[range]))
    points.push(Array.from({ length: POINT_DAYS[range] }, (_, n) => shiftDay(first, n)))
  return points
}

/** Of what is taken at the end of days: the last that was, of each point. */
const lastOf = (points: readonly string[][], days: ReadonlyMap<string, number | null>) =>
  points.map((point) => point.reduce<number | null>((last, day) => days.get(day) ?? last, null))

function ratesOf<T extends { day: string }>(
  points: readonly string[][],
  days: readonly T[],
  count: (day: T) => number,
  of: (day: T) => number,
) {
  const known = new Map(days.map((day) => [day.day, day]))
  return points.map((point) => {
    const rows = point.flatMap((day) => known.get(day) ?? [])
    return percent(sumOf(rows, count), sumOf(rows, of))
  })
}

function judge(ended: number, onTime: { count: number; of: number }): HealthWire['status'] {
  const rate = percent(onTime.count, onTime.of)
  if (ended < MIN_JUDGED || rate === null) return null
  if (rate >= ON_TIME_GOAL) return 'green'
  return rate >= ON_TIME_GOAL - AT_RISK_POINTS ? 'yellow' : 'red'
}

/** Nothing is known of what nothing is compared with. */
type Before = ReadonlyMap<string, BeforeSums> | undefined

function healthOf(sums: WorkflowSums, open: OpenWork | undefined, before: Before): HealthWire {
  const { due, late } = before?.get(sums.id) ?? { due: 0, late: 0 }
  const onTime = { count: sums.due - sums.late, of: sums.due }
  return {
    workflow: { id: sums.id, name: sums.name },
    limited: sums.limited,
    running: open?.running ?? 0,
    completed: sums.ended,
    on_time: onTime,
    before: before ? { count: due - late, of: due } : null,
    average_s: averageOf(sums.sum_s, sums.ended),
    median_s: durationsOf(sums).percentile(0.5),
    goal: ON_TIME_GOAL,
    status: judge(sums.ended, onTime),
  }
}

const rateOfHealth = ({ on_time }: HealthWire) => (on_time.of === 0 ? 2 : on_time.count / on_time.of)
const worstFirst = (a: HealthWire, b: HealthWire) =>
  rateOfHealth(a) - rateOfHealth(b) || b.running - a.running || (a.workflow.name < b.workflow.name ? -1 : 1)

/** What days and workflows have in common. */
type SharedSums = Pick<BeforeSums, 'client_due' | 'client_late' | 'runs' | 'automated'>

function summaryOf(
  { period, restricted }: Pick<FigureScope, 'period' | 'restricted'>,
  range: TimeRange,
  open: readonly OpenWork[],
  days: readonly DaySums[],
  before: Before,
): OverviewWire['summary'] {
  const points = pointsOf(period, range)
  const share = (of: readonly SharedSums[]) => ({
    count: sumOf(of, (one) => one.automated),
    of: sumOf(of, (one) => one.runs),
  })
  const clients = (of: readonly SharedSums[]) => ({
    count: sumOf(of, (one) => one.client_due - one.client_late),
    of: sumOf(of, (one) => one.client_due),
  })
  const now = days.filter(({ day }) => day >= period.from)
  const then = before && [...before.values()]
  // What was open at the end of a day is not known of restricted work, which today's figures have in them.
  const isKnown = restricted.length === 0
  const lastBefore = isKnown ? days.find(({ day }) => day === period.previous?.to) : undefined
  const active = open.filter(({ running }) => running > 0).length
  const overdue = sumOf(open, (one) => one.overdue)
  const taken = (column: 'active' | 'overdue', today: number) =>
    lastOf(
      points,
      new Map<string, number | null>(
        isKnown ? [...days.map((day) => [day.day, day[column]] as const), [period.to, today]] : [],
      ),
    )
  return {
    active_workflows: { value: active, before: lastBefore?.active ?? null, series: taken('active', active) },
    running: sumOf(open, (one) => one.running),
    automation: {
      ...share(now),
      before: then ? share(then) : null,
      series: ratesOf(
        points,
        days,
        (day) => day.automated,
        (day) => day.runs,
      ),
    },
    overdue: {
      value: overdue,
      before: lastBefore?.overdue ?? null,
      series: taken('overdue', overdue),
      oldest_due: open.flatMap(({ oldest_due }) => oldest_due ?? []).toSorted()[0] ?? null,
    },
    client_on_time: {
      ...clients(now),
      before: then ? clients(then) : null,
      first: {
        count: sumOf(now, (day) => day.client_first_due - day.client_first_late),
        of: sumOf(now, (day) => day.client_first_due),
      },
      series: ratesOf(
        points,
        days,
        (day) => day.client_due - day.client_late,
        (day) => day.client_due,
      ),
    },
  }
}

interface Names {
  workflows: ReadonlyMap<string, string>
  steps: ReadonlyMap<string, string>
}

const workflowNamed = (id: string, { workflows }: Names) => ({ id, name: workflows.get(id) ?? '' })
const stepNamed = ({ workflow_id, step }: StepSums, names: Names) => ({
  workflow: workflowNamed(workflow_id, names),
  step,
  name: names.steps.get(`${workflow_id} ${step}`) ?? step,
})

function performanceOf(workflows: readonly WorkflowSums[], open: ReadonlyMap<string, OpenWork>) {
  const all = workflows
    .map(({ id, name, done }) => ({
      workflow: { id, name },
      done,
      pending_manual: open.get(id)?.manual ?? 0,
      pending_automated: open.get(id)?.automated ?? 0,
    }))
    .map((row) => ({ row, total: row.done + row.pending_manual + row.pending_automated }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
  return { rows: all.slice(0, TOP_BARS).map(({ row }) => row), of: all.length }
}

const issueOnWire = ({ issue, count, open, resolved, resolved_s, workflows }: IssueSums, names: Names) => ({
  issue,
  count,
  open,
  workflows: workflows.map((id) => workflowNamed(id, names)),
  resolved_s: averageOf(resolved_s, resolved),
})

async function stepFigures(tx: ReadTx, scope: FigureScope, hours: CountedHours, workflows: readonly WorkflowSums[]) {
  const limits = { tools: TOP_BARS, slow: TOP_STEPS, issues: TOP_ISSUES }
  const { tools, tool_count, errors, slow, issues } = await topSteps(tx.db, scope, hours, limits)
  const names: Names = {
    workflows: new Map(workflows.map(({ id, name }) => [id, name])),
    steps: await namesOfSteps(tx.db, tx.tenantId, [...(tools ?? []), ...(slow ?? [])]),
  }
  return {
    automations: {
      rows: (tools ?? []).map((one) => ({ ...stepNamed(one, names), success: one.clean, error: one.failed })),
      of: tool_count,
    },
    slow_tasks: (slow ?? []).map((one) => ({
      ...stepNamed(one, names),
      runs: one.runs,
      waited_s: Math.round(one.waited_s / one.runs),
      worked_s: Math.round(one.worked_s / one.runs),
    })),
    issues: { rows: (issues ?? []).map((issue) => issueOnWire(issue, names)), errors },
  }
}

export const overview = (ctx: Context, viewer: Viewer, asked: OverviewQuery): Promise<OverviewWire> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const visible = await visibleTo(tx, viewer)
    const period = await periodOf(tx, asked.range)
    const base = { tenantId, memberId: viewer.memberId, visible, period, workflowId: asked.workflow }
    const restricted = await restrictedOf(db, base)
    const scope = { ...base, restricted: restricted.ids }
    const { workflows, days } = await sumWorkflows(db, scope, asked.hours)
    if (asked.workflow && workflows.length === 0) throw notFound('This workflow')
    const open = await countOpen(db, scope)
    const before = period.previous
      ? new Map((await sumBefore(db, scope)).map((one) => [one.workflow_id, one]))
      : undefined
    const openOf = new Map(open.map((one) => [one.workflow_id, one]))
    const health = workflows
      .map((sums) => healthOf(sums, openOf.get(sums.id), before))
      .filter(({ running, completed }) => running + completed > 0)
      .sort(worstFirst)
    return {
      ...periodOnWire(period),
      summary: summaryOf(scope, asked.range, open, days, before),
      health: health.slice(0, MAX_HEALTH),
      performance: performanceOf(workflows, openOf),
      ...(await stepFigures(tx, scope, asked.hours, workflows)),
      counted: {
        workflows: workflows.filter(({ trashed }) => !trashed).length,
        restricted: scope.restricted.length,
        restricted_more: restricted.hasMore,
      },
    }
  })
