import { randomInt } from 'node:crypto'
import { WorkflowId } from '@throughline/contracts/ids'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CASE_DOCUMENT, crowdDay, drawFrom, playCases, restoreCases } from '../../../test/analytics/cases.ts'
import { compareFigures } from '../../../test/analytics/figures-and-lists.ts'
import { differingEnds, differingUse, reopenDays } from '../../../test/analytics/told-by-facts.ts'
import { differingDays } from '../../../test/analytics/told-by-turns.ts'
import { sharedApi } from '../../../test/api.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { createWorld } from '../../../test/world.ts'
import { wallClock } from '../../core/zone-clock.ts'
import { rollUpBite } from './roll-ups/roll-up.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const worker = workerContext(api.ctx)
const { tenantId } = ours

/** `pnpm bench analytics-equality` plays a thousand. */
const COUNT = Number(process.env['ANALYTICS_CASES'] ?? 200)
const seed = Number(process.env['ANALYTICS_SEED'] ?? randomInt(2 ** 31))
/** More than each duration is kept of. */
const CROWD = 210
/** Clocks change in the last two, on other days. */
const ZONES = ['UTC', 'Pacific/Auckland', 'America/New_York']

const KINDS = new Map(Object.values(CASE_DOCUMENT.steps).map(({ id, type }) => [id, type]))

const DAY = 86_400_000

/** The last day on which the clocks changed, within a year. */
function lastChangeIn(zone: string): number | undefined {
  const offset = (at: number) => wallClock(zone, at) - at
  const days = Array.from({ length: 365 }, (_, n) => Math.floor(Date.now() / DAY) * DAY - n * DAY)
  return days.find((at) => offset(at) !== offset(at - DAY))
}

/** What is stored is what the turns tell; and of days that have ended, what the facts do. */
async function isCounted(zone: string): Promise<void> {
  await reopenDays(api.database, tenantId)
  while (await rollUpBite(worker, tenantId, 0));
  expect(await differingDays(api.database, tenantId, zone, KINDS)).toEqual([])
  expect(await differingUse(api.database, tenantId, zone)).toEqual([])
  expect(await differingEnds(api.database, tenantId, zone)).toEqual([])
  for (const statement of [USED, STOOD]) expect(await countOf(statement)).toBeGreaterThan(0)
}

/** How many rows a statement counts in this tenant. */
const countOf = async (statement: string): Promise<number> => {
  const { rows } = await api.database.admin((db) => db.query<{ n: number }>(statement, [tenantId]))
  return rows[0]?.n ?? 0
}
const DAY_ROWS = `select ((select count(*) from workflow_days where tenant_id = $1)
  + (select count(*) from step_days where tenant_id = $1))::int as n`
const CASES = 'select count(*)::int as n from instances where tenant_id = $1 and number < 100000'
const USED = 'select sum(ended)::int as n from usage_days where tenant_id = $1'
const STOOD = 'select sum(running * overdue)::int as n from workflow_days where tenant_id = $1'
const TURNS = 'select count(*)::int as n from instance_turns where tenant_id = $1'

const VIEWERS = ['owner', 'member', 'admin', 'manager', 'viewer', 'outsider'] as const
/** So many of them look after each zone and at shorter ranges, too; all of them would take minutes. */
const CLOSE_VIEWERS = 2

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
  const [first] = people
  if (!first) throw new Error('somebody is there')
  // So that every day to which work is moved back is closed.
  await api.database.admin((db) =>
    db.query(`update tenants set created_at = created_at - interval '60 days' where id = $1`, [tenantId]),
  )
  let [rows, figures] = [0, 0]
  for (const [n, zone] of ZONES.entries()) {
    await api.database.admin((db) =>
      db.query('update tenants set time_zone = $2, admins_see_all = $3 where id = $1', [tenantId, zone, n === 2]),
    )
    const world = { ctx: api.ctx, database: api.database, tenantId, workflows, clocksChanged: lastChangeIn(zone) }
    if (n > 0) await restoreCases(world, first)
    const cases = Array.from({ length: Math.ceil(COUNT / ZONES.length) }, () => drawFrom(draw.below(2 ** 31)))
    const shares = people.map((_, place) => cases.filter((_own, other) => other % people.length === place))
    await Promise.all(people.map((by, place) => playCases(world, by, shares[place] ?? [])))
    if (n === ZONES.length - 1) await crowdDay(world, first, CROWD)
    await isCounted(zone)
    rows += await countOf(DAY_ROWS)
    for (const [place, actor] of VIEWERS.slice(0, n < ZONES.length - 1 ? CLOSE_VIEWERS : undefined).entries()) {
      const own = actor === 'outsider' ? workflows.slice(0, 1) : workflows
      const { count, differing } = await compareFigures(
        actors[actor].client,
        own,
        place < CLOSE_VIEWERS ? ['week', 'month'] : [],
      )
      expect(differing, `${actor} in ${zone}`).toEqual([])
      figures += count
    }
  }
  // What `pnpm bench analytics-equality` writes down.
  process.stdout.write(
    `${await countOf(CASES)} cases, ${await countOf(TURNS)} turns, ${rows} rows of days, ${figures} figures, seed ${seed}\n`,
  )
})
