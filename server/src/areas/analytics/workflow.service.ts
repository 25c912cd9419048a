import type { StepAnalytics, StepFigures, stepAnalytics, WorkflowAnalytics } from '@throughline/contracts/analytics'
import { MAX_READ_RUNS, MIN_CASES } from '@throughline/contracts/analytics-lists'
import type { Query } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import { linksOf } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { Plan } from '@throughline/flow/plan'
import type * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { endOfDay, instanceKey, joinsIn, versionOf } from '../instances/instances.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { countRunning } from './overview.queries.ts'
import { averageOf, durationsOf } from './overview.service.ts'
import { type Period, periodOf, periodOnWire, shiftDay } from './period.service.ts'
import { countSpans, findRuns } from './runs.queries.ts'
import { instanceOfRun } from './runs.service.ts'
import { type FigureScope, restrictedOf } from './visible-rows.ts'
import {
  completedCases,
  findVersions,
  type StepVersionSums,
  sumStepVersions,
  sumVersions,
  type VersionSums,
} from './workflow.queries.ts'

type WorkflowQuery = Query<typeof stepAnalytics>
type WorkflowWire = z.input<typeof WorkflowAnalytics>
type StepWire = z.input<typeof StepFigures>

const MAX_VERSIONS = 10
const VERSION_DAYS = 730
const SLOWEST = 3
const [HOUR, DAY] = [3_600, 86_400]
/** Where spans of durations begin: those that suit what usually takes so long. */
const EDGES = [
  [0, 60, 300, 900, 1_800, HOUR],
  [0, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY],
  [0, DAY, 2 * DAY, 4 * DAY, 7 * DAY, 14 * DAY],
  [0, 7 * DAY, 14 * DAY, 28 * DAY, 56 * DAY, 91 * DAY],
]

interface WorkflowScope extends FigureScope {
  workflowId: string
  workflow: { id: string; name: string; prefix: string }
  version: number
  compare: number | null
  doc: FlowDoc
  plan: Plan
  versions: { version: number; published_at: string }[]
}

/** What both pages are about; a workflow that is hidden is not there. */
async function scopeOf(
  tx: ReadTx,
  viewer: Viewer,
  workflowId: WorkflowId,
  asked: WorkflowQuery,
): Promise<WorkflowScope> {
  const { db, tenantId } = tx
  const visible = await visibleTo(tx, viewer)
  const found = visible.canSee(workflowId) ? await findVersions(db, tenantId, workflowId) : []
  const [newest] = found
  const version = asked.version ?? newest?.current_version ?? newest?.number
  if (!newest || version === undefined || !found.some(({ number }) => number === version))
    throw notFound('This workflow')
  const before = found.find(({ number }) => number < version)?.number ?? null
  const compare = asked.compare === undefined ? before : found.find(({ number }) => number === asked.compare)?.number
  const base = { tenantId, memberId: viewer.memberId, visible, period: await periodOf(tx, asked.range), workflowId }
  return {
    ...base,
    restricted: (await restrictedOf(db, base)).ids,
    workflow: { id: workflowId, name: newest.name, prefix: newest.prefix },
    version,
    compare: compare ?? null,
    ...(await versionOf(db, tenantId, workflowId, version)),
    versions: found.map(({ number, published_at }) => ({ version: number, published_at: published_at.toISOString() })),
  }
}

const medianOf = (sums: Pick<StepVersionSums, 'runs' | 'durations' | 'buckets'> | undefined) =>
  sums && sums.runs >= MIN_CASES ? durationsOf(sums).percentile(0.5) : null

function stepFigures(
  { doc, plan, version, compare }: WorkflowScope,
  sums: readonly StepVersionSums[],
  id: string,
): StepWire[] {
  const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
  if (!step) return []
  const of = (number: number | null) => sums.find((one) => one.step === id && one.version === number)
  const [now, before] = [of(version), of(compare)]
  const enough = now && now.runs >= MIN_CASES ? now : undefined
  return [
    {
      id,
      n: plan.steps.findIndex((one) => one.id === id) + 1,
      name: step.name,
      type: step.type,
      runs: now?.runs ?? 0,
      median_s: medianOf(now),
      average_s: enough ? averageOf(enough.waited_s + enough.worked_s, enough.runs) : null,
      p90_s: enough ? durationsOf(enough).percentile(0.9) : null,
      waited_s: enough ? averageOf(enough.waited_s, enough.runs) : null,
      worked_s: enough ? averageOf(enough.worked_s, enough.runs) : null,
      compared: compare === null ? null : { runs: before?.runs ?? 0, median_s: medianOf(before) },
    },
  ]
}

const addUp = (days: readonly Record<string, number>[] | null | undefined) => {
  const sums = new Map<string, number>()
  for (const day of days ?? []) for (const [key, n] of Object.entries(day)) sums.set(key, (sums.get(key) ?? 0) + n)
  return sums
}

/** Each link once: in how many completed instances it led back, or its source was the last that was waited for. */
function linksOnWire({ doc }: WorkflowScope, sums: VersionSums | undefined): WorkflowWire['links'] {
  const joins = new Set(joinsIn(doc).map(({ step, source }) => `${step} ${source}`))
  const [again, last] = [addUp(sums?.again), addUp(sums?.last_closed)]
  const links = Map.groupBy(linksOf(doc), ({ from, to }) => `${to} ${from}`)
  return [...links].flatMap(([key, group]) => {
    const [first] = group
    if (!first) return []
    const { from, to } = first
    const back = group.some((link) => link.back)
    return [
      {
        from,
        to,
        back,
        again: back ? (again.get(to) ?? 0) : null,
        last: !back && joins.has(key) ? (last.get(key) ?? 0) : null,
      },
    ]
  })
}

function durationOf(sums: VersionSums | undefined) {
  const median_s = sums && sums.ended >= MIN_CASES ? durationsOf(sums).percentile(0.5) : null
  return median_s === null || !sums ? null : { median_s, average_s: Math.round(sums.sum_s / sums.ended) }
}

function timesOf(sums: VersionSums | undefined) {
  if (!sums || sums.ended < MIN_CASES) return null
  const each = (sum: number) => Math.round(sum / sums.ended)
  return { waited_s: each(sums.waited_s), worked_s: each(sums.worked_s), automated_s: each(sums.automated_s) }
}

const headOf = (scope: WorkflowScope) => ({
  ...periodOnWire(scope.period),
  version: scope.version,
  compare: scope.compare,
})

export const workflowFigures = (
  ctx: Context,
  viewer: Viewer,
  id: WorkflowId,
  asked: WorkflowQuery,
): Promise<WorkflowWire> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db } = tx
    const scope = await scopeOf(tx, viewer, id, asked)
    const { version, period, plan, workflow, versions } = scope
    const joins = joinsIn(scope.doc).map((join) => ({ workflowId: id, version, ...join }))
    const sums = await sumVersions(db, scope, asked.hours, joins)
    const now = sums.find((one) => one.version === version && one.is_now)
    const before = period.previous ? sums.find((one) => one.version === version && !one.is_now) : undefined
    const steps = await sumStepVersions(db, scope, asked.hours)
    const ended = now?.ended ?? 0
    const cases = ended < MIN_CASES ? await completedCases(db, scope, version, asked.hours, MIN_CASES) : []
    return {
      ...headOf(scope),
      workflow,
      versions,
      running: await countRunning(db, scope, version),
      completed: ended,
      duration: durationOf(now),
      median_before_s: durationOf(before)?.median_s ?? null,
      on_time: { count: (now?.due ?? 0) - (now?.late ?? 0), of: now?.due ?? 0 },
      first_on_time: { count: (now?.first_due ?? 0) - (now?.first_late ?? 0), of: now?.first_due ?? 0 },
      moved: now?.moved ?? 0,
      time: timesOf(now),
      steps: plan.steps.flatMap((step) => stepFigures(scope, steps, step.id)),
      links: linksOnWire(scope, now),
      cases: cases.map((one) => ({
        id: one.id,
        key: instanceKey(one),
        name: one.name,
        completed_at: one.completed_at.toISOString(),
        duration_s: one.duration_s,
        late: one.late,
      })),
    }
  })

/** Versions are compared over two years, so that a step that runs every day is not read from its first day on. */
function reachingBack(period: Period): Period {
  const from = shiftDay(period.to, -VERSION_DAYS)
  const begins = endOfDay(shiftDay(from, -1), period.timeZone)
  return { ...period, from, first: from, begins, firstBegins: begins }
}

/** The first scale that most of the runs stay under. */
const edgesFor = (p90: number | null) => EDGES.find((edges) => (p90 ?? 0) < (edges.at(-1) ?? 0)) ?? EDGES.at(-1) ?? [0]

export const stepFiguresOf = (
  ctx: Context,
  viewer: Viewer,
  { workflowId, step: id }: { workflowId: WorkflowId; step: string },
  asked: WorkflowQuery,
): Promise<z.input<typeof StepAnalytics>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const scope = await scopeOf(tx, viewer, workflowId, asked)
    const { period, visible, version } = scope
    const sums = await sumStepVersions(db, scope, asked.hours, id)
    const [step] = stepFigures(scope, sums, id)
    if (!step) throw notFound('This step')
    const own = sums.find((one) => one.version === version)
    const durations = durationsOf(own ?? { durations: null, buckets: null })
    const edges = edgesFor(durations.percentile(0.9))
    const { begins, ends, asOf } = period
    const filter = { begins, ends, asOf, workflowId, step: id, version, hours: asked.hours }
    const read = await countSpans(db, tenantId, visible, filter, { edges, most: MAX_READ_RUNS })
    const spans = read ?? durations.countSpans(edges)
    const slowest = await findRuns(db, tenantId, visible, filter, {
      limit: SLOWEST,
      after: undefined,
      longestOf: MAX_READ_RUNS,
    })
    const all = await sumStepVersions(db, { ...scope, period: reachingBack(period) }, asked.hours, id)
    return {
      ...headOf(scope),
      step,
      of: scope.plan.steps.length,
      exact: read !== undefined,
      spans: edges.map((from_s, n) => ({ from_s, to_s: edges[n + 1] ?? null, runs: spans[n] ?? 0 })),
      by_version: scope.versions
        .flatMap(({ version: number, published_at }) => {
          const found = all.find((one) => one.version === number)
          return found ? [{ version: number, published_at, runs: found.runs, median_s: medianOf(found) }] : []
        })
        .slice(0, MAX_VERSIONS),
      slowest: slowest.map((row) => ({
        instance: instanceOfRun(row),
        task_id: row.task_id,
        duration_s: row.duration_s ?? 0,
        waited_s: row.waited_s ?? 0,
      })),
    }
  })
