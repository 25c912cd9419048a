import { randomInt } from 'node:crypto'
import { WorkflowId } from '@throughline/contracts/ids'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CASE_DOCUMENT, drawFrom, playCase } from '../../../test/analytics/cases.ts'
import { differingFigures } from '../../../test/analytics/figures-and-lists.ts'
import { type Counts, toldByTurns } from '../../../test/analytics/told-by-turns.ts'
import { sharedApi } from '../../../test/api.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { createWorld } from '../../../test/world.ts'
import { rollUpBite } from './roll-ups/roll-up.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const worker = workerContext(api.ctx)
const { tenantId } = ours

/** `pnpm bench analytics-equality` plays a thousand. */
const COUNT = Number(process.env['ANALYTICS_CASES'] ?? 60)
const seed = Number(process.env['ANALYTICS_SEED'] ?? randomInt(2 ** 31))
const AT_ONCE = 3
/** Clocks change in all of them during the weeks before and after. */
const ZONES = ['UTC', 'Pacific/Auckland', 'America/New_York']

const KINDS = new Map(Object.values(CASE_DOCUMENT.steps).map(({ id, type }) => [id, type]))
const WORKFLOW_FIGURES = ['started', 'ended', 'due', 'late', 'first_late', 'client_late', 'sum_s', 'tasks_done']
const STEP_FIGURES = ['runs', 'automated', 'clean', 'failed', 'waited_s', 'worked_s']

const Row = z.looseObject({ key: z.string() })

/** What is stored, under the same names as what the turns tell. */
async function stored(table: string, step: string, figures: readonly string[]): Promise<Counts> {
  const found = await api.database.admin((db) =>
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

/** What is stored is what the turns tell. */
async function isCounted(zone: string): Promise<void> {
  while (await rollUpBite(worker, tenantId, 0));
  const told = await toldByTurns(api.database, tenantId, zone, KINDS)
  expect(await stored('workflow_days', '', WORKFLOW_FIGURES)).toEqual(told.workflows)
  expect(await stored('step_days', "|| ' ' || step", STEP_FIGURES)).toEqual(told.steps)
}

const VIEWERS = ['owner', 'admin', 'manager', 'member', 'viewer', 'outsider'] as const

test(`every figure is what happened, and what its list shows (seed ${seed})`, {
  timeout: 60_000 + COUNT * 300,
}, async () => {
  const draw = drawFrom(seed)
  const workflows = await Promise.all(
    [0, 1].map(async () => WorkflowId.parse(await makeWorkflow(api.ctx, ours, CASE_DOCUMENT))),
  )
  const [, limited] = workflows
  if (!limited) throw new Error('there are two')
  await actors.owner.client(setWorkflowAccess, {
    params: { workflowId: limited },
    body: { visibility: 'limited', team_ids: [ours.teamId], member_ids: [] },
  })
  const members = await api.database.admin((db) =>
    db.query<{ id: string }>(`select id from members where tenant_id = $1 and status = 'active' order by id`, [
      tenantId,
    ]),
  )
  const people = members.rows.map(({ id }) => z.parse(z.custom<typeof ours.ownerId>(), id))
  for (const [n, zone] of ZONES.entries()) {
    await api.database.admin((db) =>
      db.query('update tenants set time_zone = $2, admins_see_all = $3 where id = $1', [tenantId, zone, n === 2]),
    )
    const cases = Array.from({ length: Math.ceil(COUNT / ZONES.length) }, () => drawFrom(draw.below(2 ** 31)))
    const lanes = Array.from({ length: AT_ONCE }, (_, lane) => cases.filter((_own, place) => place % AT_ONCE === lane))
    await Promise.all(
      lanes.map((lane) =>
        api.database.admin(async (admin) => {
          for (const own of lane) await playCase({ ctx: api.ctx, admin, tenantId, workflows, people }, own)
        }),
      ),
    )
    await isCounted(zone)
  }
  for (const actor of VIEWERS) {
    const own = actor === 'outsider' ? workflows.slice(0, 1) : workflows
    expect(await differingFigures(actors[actor].client, own), actor).toEqual([])
  }
})
