import {
  analyticsOverview,
  listRuns,
  type Overview,
  stepAnalytics,
  type WorkflowAnalytics,
  workflowAnalytics,
} from '@throughline/contracts/analytics'
import type { Client } from '@throughline/contracts/client'
import type { Input } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import { listInstances } from '@throughline/contracts/instances'
import { listTasks } from '@throughline/contracts/tasks'

type Page = { data: readonly unknown[]; pagination: { next_cursor: string | null } }

async function countAll(read: (cursor: string | undefined) => Promise<Page>): Promise<number> {
  let [count, cursor]: [number, string | undefined] = [0, undefined]
  do {
    const page: Page = await read(cursor)
    count += page.data.length
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  return count
}

const LIMIT = '100'

function countersFor(client: Client, as_of: string) {
  return {
    instances: (query: Input<typeof listInstances>['query']) =>
      countAll((cursor) =>
        client(listInstances, { query: { ...query, as_of, limit: LIMIT, ...(cursor && { cursor }) } }),
      ),
    tasks: (query: Input<typeof listTasks>['query']) =>
      countAll((cursor) => client(listTasks, { query: { ...query, as_of, limit: LIMIT, ...(cursor && { cursor }) } })),
    runs: (query: Input<typeof listRuns>['query']) =>
      countAll((cursor) => client(listRuns, { query: { ...query, as_of, limit: LIMIT, ...(cursor && { cursor }) } })),
  }
}

/** Each figure of the overview, with the count of the list that its link opens. */
async function overviewPairs(client: Client, { from, to, as_of, ...found }: Overview) {
  const days = `${from}..${to}`
  const { instances, tasks, runs } = countersFor(client, as_of)
  const { summary } = found
  const type = 'manual,approval,tool'
  const clients = { ended: days, client_id: 'any' }
  const pairs: [string, number, number][] = [
    ['active workflows', summary.active_workflows.value, found.health.filter(({ running }) => running > 0).length],
    ['running', summary.running, await instances({ ended: 'no' })],
    ['overdue', summary.overdue.value, await tasks({ ended: 'no', late: 'yes' })],
    ['client due', summary.client_on_time.of, await instances({ ...clients, late: 'known' })],
    ['client on time', summary.client_on_time.count, await instances({ ...clients, late: 'no' })],
    ['client first', summary.client_on_time.first.of, await instances({ ...clients, late_first: 'known' })],
    ['client first on time', summary.client_on_time.first.count, await instances({ ...clients, late_first: 'no' })],
    ['runs', summary.automation.of, await runs({ days, type })],
    ['automated', summary.automation.count, await runs({ days, type, automated: 'true' })],
    ['errors', found.issues.errors, await runs({ days, type: 'tool', failed: 'true' })],
  ]
  for (const one of found.health) {
    const workflow = one.workflow.id
    const ended = { workflow, ended: days }
    pairs.push(
      [`${workflow} running`, one.running, await instances({ workflow, ended: 'no' })],
      [`${workflow} completed`, one.completed, await instances(ended)],
      [`${workflow} due`, one.on_time.of, await instances({ ...ended, late: 'known' })],
      [`${workflow} on time`, one.on_time.count, await instances({ ...ended, late: 'no' })],
    )
  }
  for (const one of found.performance.rows) {
    const workflow = one.workflow.id
    const automated = { workflow, ended: 'no', type: 'automated' }
    const others = { workflow, ended: 'no', type: 'manual,approval,query' }
    pairs.push(
      [`${workflow} done`, one.done, await tasks({ workflow, ended: days })],
      [`${workflow} pending manual`, one.pending_manual, await tasks(others)],
      [`${workflow} pending automated`, one.pending_automated, await tasks(automated)],
    )
  }
  for (const one of found.automations.rows) {
    const of = { days, workflow: one.workflow.id, step: one.step, type: 'tool' }
    pairs.push(
      [`${one.step} success`, one.success, await runs({ ...of, failed: 'false' })],
      [`${one.step} error`, one.error, await runs({ ...of, failed: 'true' })],
    )
  }
  for (const one of found.issues.rows) {
    const of = { days, type: 'tool', failed: 'true', issue: one.issue }
    pairs.push(
      [one.issue, one.count, await runs(of)],
      [`${one.issue} open`, one.open, await runs({ ...of, open: 'true' })],
    )
  }
  for (const one of found.slow_tasks)
    pairs.push([`${one.step} slow`, one.runs, await runs({ days, workflow: one.workflow.id, step: one.step })])
  return pairs
}

/** How long the runs of a step took: each span with the runs in it, by all hours and by working hours. */
async function spanPairs(
  client: Client,
  { workflow, version }: WorkflowAnalytics,
  step: WorkflowAnalytics['steps'][number]['id'],
) {
  const pairs: [string, number, number][] = []
  for (const hours of ['all', 'working'] as const) {
    const params = { workflowId: workflow.id, step }
    const { data } = await client(stepAnalytics, { params, query: { range: 'quarter', hours } })
    const { runs } = countersFor(client, data.as_of)
    const of = { workflow: workflow.id, version: String(version), step, hours, days: `${data.from}..${data.to}` }
    const sum = data.spans.reduce((all, one) => all + one.runs, 0)
    pairs.push([`${step} spans of ${hours} hours`, sum, data.step.runs])
    for (const { from_s, to_s, runs: counted } of data.spans) {
      const span = { from_s: String(from_s), ...(to_s !== null && { to_s: String(to_s) }) }
      pairs.push([`${step} from ${from_s} s of ${hours} hours`, counted, await runs({ ...of, ...span })])
    }
  }
  return pairs
}

async function workflowPairs(client: Client, workflowId: WorkflowId) {
  const { data } = await client(workflowAnalytics, { params: { workflowId }, query: { range: 'quarter' } })
  const days = `${data.from}..${data.to}`
  const { instances, runs } = countersFor(client, data.as_of)
  const of = { workflow: workflowId, version: String(data.version) }
  const pairs: [string, number, number][] = [
    ['running', data.running, await instances({ ...of, ended: 'no' })],
    ['completed', data.completed, await instances({ ...of, ended: days })],
    ['due', data.on_time.of, await instances({ ...of, ended: days, late: 'known' })],
    ['on time', data.on_time.count, await instances({ ...of, ended: days, late: 'no' })],
    ['first due', data.first_on_time.of, await instances({ ...of, ended: days, late_first: 'known' })],
    ['first on time', data.first_on_time.count, await instances({ ...of, ended: days, late_first: 'no' })],
  ]
  for (const { id, runs: counted } of data.steps)
    pairs.push([`${id} runs`, counted, await runs({ ...of, days, step: id })], ...(await spanPairs(client, data, id)))
  for (const { from, to, again, last } of data.links) {
    const ended = { ...of, ended: days, step: to }
    if (again !== null) pairs.push([`${to} again`, again, await instances({ ...ended, again: 'true' })])
    if (last !== null) pairs.push([`${from} last`, last, await instances({ ...ended, last: from })])
  }
  return pairs
}

/** Figures that differ from their lists. */
export async function differingFigures(client: Client, workflows: readonly WorkflowId[]): Promise<string[]> {
  const { data } = await client(analyticsOverview, { query: { range: 'quarter' } })
  const pairs = await overviewPairs(client, data)
  for (const workflow of workflows) pairs.push(...(await workflowPairs(client, workflow)))
  return pairs.flatMap(([name, figure, listed]) =>
    figure === listed ? [] : `${name}: ${figure}, but ${listed} listed`,
  )
}
