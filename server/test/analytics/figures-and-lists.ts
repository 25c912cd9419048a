import {
  analyticsOverview,
  listRuns,
  type Overview,
  stepAnalytics,
  type WorkflowAnalytics,
  workflowAnalytics,
} from '@throughline/contracts/analytics'
import type { TimeRange } from '@throughline/contracts/analytics-lists'
import type { Client } from '@throughline/contracts/client'
import { countedIn, FIGURES, readCounted } from '@throughline/contracts/counted-figures'
import type { WorkflowId } from '@throughline/contracts/ids'
import { listInstances } from '@throughline/contracts/instances'
import { listTasks } from '@throughline/contracts/tasks'
import { MAX_EXACT } from '../../src/areas/analytics/durations.ts'

type Page<Row> = { data: readonly Row[]; pagination: { next_cursor: string | null } }

/** A figure with the link that it is on the screen. */
type Linked = [name: string, figure: number, link: string]

const LIMIT = '100'

async function readAll<Row>(read: (page: { limit: string; cursor?: string }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page: Page<Row> = await read({ limit: LIMIT, ...(cursor && { cursor }) })
    rows.push(...page.data)
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  return rows
}

function filterOf(link: string) {
  const counted = readCounted(link)
  if (!counted) throw new Error(`${link} opens nothing`)
  return counted
}

const listedRuns = (client: Client, link: string) =>
  readAll((page) => client(listRuns, { query: { ...filterOf(link).filter, ...page } }))

function listedInstances(client: Client, link: string) {
  const { client: client_id, ...filter } = filterOf(link).filter
  return readAll((page) => client(listInstances, { query: { ...filter, ...page, ...(client_id && { client_id }) } }))
}

/** What the list shows that a link opens. */
async function countListed(client: Client, link: string): Promise<number> {
  const { figure, filter } = filterOf(link)
  const list = FIGURES[figure]
  if (list === 'runs') return (await listedRuns(client, link)).length
  if (list === 'tasks') return (await readAll((page) => client(listTasks, { query: { ...filter, ...page } }))).length
  return (await listedInstances(client, link)).length
}

/** Median, average, and what nine in ten stay under. */
const TIMES_OF_STEP = 3

interface Times {
  median_s: number | null
  average_s: number | null
  p90_s?: number | null
}

/** Beyond so many durations percentiles are within 2%; moments on the wire have no digits behind their milliseconds. */
const isNear = (figure: number, counted: number, count: number, tolerance: number) =>
  Math.abs(figure - counted) <= tolerance + (count > MAX_EXACT ? counted * 0.02 + 1 : 0)

/** What is said of how long these took, and is not what they took. */
function differingTimes(name: string, said: Times, durations: readonly number[], tolerance: number): string[] {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN
  const average = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
  const counted = { median_s: at(0.5), average_s: Math.round(average), p90_s: at(0.9) }
  return (['median_s', 'average_s', 'p90_s'] as const).flatMap((key) => {
    const figure = said[key]
    if (figure === null || figure === undefined) return []
    return isNear(figure, counted[key], sorted.length, tolerance)
      ? []
      : `${name}: ${key} ${figure}, but ${counted[key]} by the list`
  })
}

/** From their start to their end, as far as the wire says it. */
async function differingDurations(client: Client, name: string, said: Times, link: string): Promise<string[]> {
  const durations = (await listedInstances(client, link)).map(({ created_at, started_at, completed_at }) =>
    Math.floor((Date.parse(completed_at ?? '') - Date.parse(started_at ?? created_at)) / 1000),
  )
  return differingTimes(name, said, durations, 1)
}

function overviewFigures({ summary, health, performance, automations, issues, slow_tasks, ...period }: Overview) {
  const links = countedIn(period, {})
  const figures: Linked[] = [
    ['running', summary.running, links.running()],
    ['overdue', summary.overdue.value, links.overdue()],
    ['client due', summary.client_on_time.of, links.clientJudged()],
    ['client on time', summary.client_on_time.count, links.clientOnTime()],
    ['client first', summary.client_on_time.first.of, links.clientJudgedFirst()],
    ['client first on time', summary.client_on_time.first.count, links.clientOnTimeFirst()],
    ['steps', summary.automation.of, links.steps()],
    ['automated', summary.automation.count, links.automated()],
    ['errors', issues.errors, links.errors()],
  ]
  for (const { workflow, running, completed, on_time } of health) {
    const scope = { workflow: workflow.id }
    figures.push(
      [`${workflow.id} running`, running, links.running(scope)],
      [`${workflow.id} completed`, completed, links.completed(scope)],
      [`${workflow.id} due`, on_time.of, links.judged(scope)],
      [`${workflow.id} on time`, on_time.count, links.onTime(scope)],
    )
  }
  for (const { workflow, done, pending_manual, pending_automated } of performance.rows) {
    const scope = { workflow: workflow.id }
    figures.push(
      [`${workflow.id} done`, done, links.done(scope)],
      [`${workflow.id} pending manual`, pending_manual, links.pendingManual(scope)],
      [`${workflow.id} pending automated`, pending_automated, links.pendingAutomated(scope)],
    )
  }
  for (const { workflow, step, success, error } of automations.rows) {
    const scope = { workflow: workflow.id, step }
    figures.push([`${step} success`, success, links.success(scope)], [`${step} error`, error, links.errors(scope)])
  }
  for (const { issue, count, open } of issues.rows)
    figures.push([issue, count, links.issue(issue)], [`${issue} open`, open, links.issueOpen(issue)])
  for (const { workflow, step, runs } of slow_tasks)
    figures.push([`${step} slow`, runs, links.runs({ workflow: workflow.id, step })])
  return figures
}

/** What figures are compared with, by the lists of the days before. */
function figuresBefore({ summary, health, previous, ...period }: Overview) {
  if (!previous) return []
  const links = countedIn({ ...period, ...previous }, {})
  const { automation, client_on_time } = summary
  const figures: Linked[] = [
    ['client due before', client_on_time.before?.of ?? 0, links.clientJudged()],
    ['client on time before', client_on_time.before?.count ?? 0, links.clientOnTime()],
    ['steps before', automation.before?.of ?? 0, links.steps()],
    ['automated before', automation.before?.count ?? 0, links.automated()],
  ]
  for (const { workflow, before } of health) {
    const scope = { workflow: workflow.id }
    figures.push(
      [`${workflow.id} due before`, before?.of ?? 0, links.judged(scope)],
      [`${workflow.id} on time before`, before?.count ?? 0, links.onTime(scope)],
    )
  }
  return figures
}

/** How long the runs of a step took: each span with the runs in it, and what is said of all, by both kinds of hours. */
async function compareSpans(
  client: Client,
  { workflow, version }: WorkflowAnalytics,
  step: WorkflowAnalytics['steps'][number]['id'],
) {
  let count = 0
  const differing: string[] = []
  for (const hours of ['all', 'working'] as const) {
    const params = { workflowId: workflow.id, step }
    const { data } = await client(stepAnalytics, { params, query: { range: 'quarter', hours } })
    const links = countedIn(data, { workflow: workflow.id, version, step, hours })
    const sum = data.spans.reduce((all, one) => all + one.runs, 0)
    if (sum !== data.step.runs) differing.push(`${step}: ${sum} in spans of ${hours} hours, but ${data.step.runs} runs`)
    const durations: number[] = []
    for (const { from_s, to_s, runs } of data.spans) {
      const span = { from_s: String(from_s), ...(to_s !== null && { to_s: String(to_s) }) }
      const listed = await listedRuns(client, links.runs({}, span))
      const name = `${step} from ${from_s} s of ${hours} hours`
      if (listed.length !== runs) differing.push(`${name}: ${runs}, but ${listed.length} listed`)
      durations.push(...listed.flatMap(({ duration_s }) => duration_s ?? []))
    }
    differing.push(...differingTimes(`${step} in ${hours} hours`, data.step, durations, 0))
    count += data.spans.length + TIMES_OF_STEP
  }
  return { count, differing }
}

function workflowFigures({ workflow, version, steps, links: ways, ...found }: WorkflowAnalytics) {
  const links = countedIn(found, { workflow: workflow.id, version })
  const figures: Linked[] = [
    ['running', found.running, links.running()],
    ['completed', found.completed, links.completed()],
    ['due', found.on_time.of, links.judged()],
    ['on time', found.on_time.count, links.onTime()],
    ['first due', found.first_on_time.of, links.judgedFirst()],
    ['first on time', found.first_on_time.count, links.onTimeFirst()],
  ]
  for (const { id, runs } of steps) figures.push([`${id} runs`, runs, links.runs({ step: id })])
  for (const { from, to, again, last } of ways) {
    if (again !== null) figures.push([`${to} again`, again, links.again(to)])
    if (last !== null) figures.push([`${from} last`, last, links.last(to, from)])
  }
  return figures
}

/** How many figures of a quarter, and of shorter ranges, were held against their lists, and those that differ. */
export async function compareFigures(
  client: Client,
  workflows: readonly WorkflowId[],
  shorterRanges: readonly TimeRange[] = [],
) {
  const { data } = await client(analyticsOverview, { query: { range: 'quarter' } })
  const figures = overviewFigures(data)
  for (const range of shorterRanges) {
    const shorter = (await client(analyticsOverview, { query: { range } })).data
    for (const [name, ...figure] of [...overviewFigures(shorter), ...figuresBefore(shorter)])
      figures.push([`${name} of a ${range}`, ...figure])
  }
  const differing: string[] = []
  const active = data.health.filter(({ running }) => running > 0).length
  if (data.summary.active_workflows.value !== active)
    differing.push(`active workflows: ${data.summary.active_workflows.value}, but ${active} listed`)
  let others = 1
  for (const row of data.health) {
    const link = countedIn(data, {}).completed({ workflow: row.workflow.id })
    differing.push(...(await differingDurations(client, row.workflow.id, row, link)))
    others += 2
  }
  for (const workflowId of workflows) {
    const one = (await client(workflowAnalytics, { params: { workflowId }, query: { range: 'quarter' } })).data
    figures.push(...workflowFigures(one))
    for (const { id } of one.steps) {
      const spans = await compareSpans(client, one, id)
      others += spans.count
      differing.push(...spans.differing)
    }
  }
  for (const [name, figure, link] of figures) {
    const listed = await countListed(client, link)
    if (figure !== listed) differing.push(`${name}: ${figure}, but ${listed} listed`)
  }
  return { count: figures.length + others, differing }
}
