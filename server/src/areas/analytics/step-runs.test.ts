import { listRuns, stepAnalytics } from '@throughline/contracts/analytics'
import { MAX_READ_RUNS } from '@throughline/contracts/analytics-lists'
import { countedIn, readCounted } from '@throughline/contracts/counted-figures'
import { WorkflowId } from '@throughline/contracts/ids'
import { afterAll, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTenant } from '../../../test/factories.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { settle } from '../../../test/settle.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { viewerOf } from '../../../test/viewer-of.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { recount } from './roll-ups/roll-up.ts'
import { stepFiguresOf } from './workflow.service.ts'

// What plans read depends on what else the tables hold.
const api = await createTestApi()
afterAll(() => api.close())
const { personId, username } = await makeSomeone(api.ctx)
const tenant = await makeTenant(api.ctx, personId, 'organization', 'Many runs')
const { tenantId } = tenant
const owner = (await signIn(api, username)).client
const workflowId = WorkflowId.parse(await makeWorkflow(api.ctx, tenant))
const step = 'ask'

/** Each run a minute before the one with the number before, and a second longer. */
async function addRuns(from: number, to: number) {
  await api.database.admin(async (admin) => {
    await admin.query(
      `with made as (select n, now() - make_interval(mins => 10 + n) as ends from generate_series($3::int, $4::int) n)
       insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, status, source_key, created_at,
         started_at, completed_at, duration_work_s)
       select $1, $2, 1, 'RUN', n, 'Case ' || n, 'completed', 'run ' || n, ends - interval '2 hours', ends - interval '2 hours',
         ends, 60 + n from made`,
      [tenantId, workflowId, from, to],
    )
    await admin.query(
      `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, version, kind, opened_at, closed_at, outcome,
         waited_s, worked_s, waited_work_s, worked_work_s, by_hand)
       select tenant_id, id, workflow_id, $2, 1, 1, 'manual', started_at, completed_at, 'done', 60 + number, 0, 0, 60 + number, true
       from instances where tenant_id = $1 and number between $3 and $4`,
      [tenantId, step, from, to],
    )
    await settle(admin)
  })
  await recount(workerContext(api.ctx), tenantId, 0)
}

const figures = async () =>
  (await owner(stepAnalytics, { params: { workflowId, step }, query: { range: 'quarter' } })).data

/** Rows that the panel reads of the work itself. */
async function factsRead() {
  const client = await connectAs('tl_api', api.database.name)
  try {
    const viewer = await viewerOf(api.ctx, personId)
    const quarter = { range: 'quarter', hours: 'all' } as const
    const plans = await plansBehind(client, api.ctx, viewer, (held) =>
      stepFiguresOf(held, viewer, { workflowId, step }, quarter),
    )
    const accesses = plans.flatMap((plan) => plan.accesses)
    const rowsOf = (table: string) =>
      accesses.filter(({ relation }) => relation.startsWith(table)).reduce((sum, { rows }) => sum + rows, 0)
    return Math.max(rowsOf('step_runs'), rowsOf('instances'))
  } finally {
    await client.end()
  }
}

/** Twice, for spans and for the slowest, and what these are shown with. */
const MOST = 2 * (MAX_READ_RUNS + 1) + 20

test('of a step that ran often each run is read: a span is what its list shows, and the slowest are of all', async () => {
  await addRuns(1, 1_900)
  const data = await figures()
  expect(data).toMatchObject({ exact: true, step: { runs: 1_900 } })
  expect(data.slowest.map(({ duration_s }) => duration_s)).toEqual([1_960, 1_959, 1_958])
  const links = countedIn(data, { workflow: workflowId, version: 1, step })
  const { from_s, to_s, runs } = data.spans[1] ?? { from_s: 0, to_s: 0, runs: 0 }
  expect([from_s, to_s, runs]).toEqual([60, 300, 239])
  const filter = readCounted(links.runs({}, { from_s: String(from_s), to_s: String(to_s) }))?.filter ?? {}
  const listed = await owner(listRuns, { query: { ...filter, limit: '100' } })
  expect(listed.data).toHaveLength(100)
  expect(await factsRead()).toBeLessThanOrEqual(MOST)
})

test('of one that ran more often the newest are read, however many there are: spans are estimates then', async () => {
  await addRuns(1_901, 2_900)
  const data = await figures()
  expect(data).toMatchObject({ exact: false, step: { runs: 2_900 } })
  expect(data.slowest.map(({ duration_s }) => duration_s)).toEqual([2_060, 2_059, 2_058])
  expect(data.spans.reduce((sum, { runs }) => sum + runs, 0)).toBe(2_900)
  for (const { from_s, to_s, runs } of data.spans) {
    const [first, last] = [Math.max(from_s, 61), Math.min(to_s ?? Number.POSITIVE_INFINITY, 2_961)]
    // Runs take a second more each, so that at either edge as many may be missing or too many as 2% of it has seconds.
    expect(Math.abs(runs - Math.max(0, last - first))).toBeLessThanOrEqual(0.03 * (from_s + (to_s ?? 0)))
  }
  expect(await factsRead()).toBeLessThanOrEqual(MOST)
  await addRuns(2_901, 5_000)
  expect(await factsRead()).toBeLessThanOrEqual(MOST)
})
