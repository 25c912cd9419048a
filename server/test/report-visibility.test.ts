import type { MemberId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginAccessChange } from '../src/areas/org/access-change.queries.ts'
import { bindingOf } from '../src/areas/reports/run/run-report.ts'
import { visibleTo } from '../src/areas/workflows/visibility.service.ts'
import { inReport } from '../src/core/db/in-report.ts'
import { inTenant, readTenant } from '../src/core/db/in-tenant.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { createTestApi } from './api.ts'
import { randomOf } from './reports/generated-statements.ts'
import { makeTask } from './running-world.ts'
import { limitedWorld, VIEWER_NAMES } from './visibility/limited-world.ts'

const SEED = Number(process.env['CAGE_SEED'] ?? Date.now() % 1_000_000_000)
const CHANGES = 200

const api = await createTestApi()
afterAll(() => api.close())
const { ctx } = api
const world = await limitedWorld(api)
const { tenant, teamId, workflows, instances, viewers } = world
const { tenantId } = tenant
const random = randomOf(SEED)
const pick = <T>(all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}
const someone = (): MemberId => viewers[pick(VIEWER_NAMES)].memberId

/** One change of teams, limits, narrowing or the rule for admins, as the product writes them. */
const change = () =>
  inTenant(ctx, tenant, async ({ db }) => {
    const [workflow, instance, member] = [pick(Object.values(workflows)), pick(Object.values(instances)), someone()]
    const access = { tenant_id: tenantId, workflow_id: workflow }
    await pick([
      () =>
        sql`insert into team_members (tenant_id, team_id, member_id) values (${tenantId}, ${teamId}, ${member}) on conflict do nothing`.execute(
          db,
        ),
      () =>
        sql`delete from team_members where tenant_id = ${tenantId} and team_id = ${teamId} and member_id = ${member}`.execute(
          db,
        ),
      () =>
        sql`update workflows set visibility = ${pick(['everyone', 'limited'])} where tenant_id = ${tenantId} and id = ${workflow}`.execute(
          db,
        ),
      () =>
        sql`insert into workflow_access ${sql`(tenant_id, workflow_id, member_id) values (${access.tenant_id}, ${access.workflow_id}, ${member})`} on conflict do nothing`.execute(
          db,
        ),
      () =>
        sql`delete from workflow_access where tenant_id = ${tenantId} and workflow_id = ${workflow} and member_id = ${member}`.execute(
          db,
        ),
      async () => {
        await sql`update instances set narrowed = not narrowed where tenant_id = ${tenantId} and id = ${instance}`.execute(
          db,
        )
        await sql`update tasks set narrowed = not narrowed where tenant_id = ${tenantId} and instance_id = ${instance}`.execute(
          db,
        )
      },
      () =>
        sql`insert into instance_people (tenant_id, instance_id, member_id) values (${tenantId}, ${instance}, ${member}) on conflict do nothing`.execute(
          db,
        ),
      () =>
        sql`delete from instance_people where tenant_id = ${tenantId} and instance_id = ${instance} and member_id = ${member}`.execute(
          db,
        ),
      () => sql`update tenants set admins_see_all = not admins_see_all where id = ${tenantId}`.execute(db),
    ])()
    await beginAccessChange(db, tenantId)
  })

interface Seen {
  id: string
  kind: string
}

/** As a run reads, beside what the product's own lists show at that moment. */
async function compare(viewer: Viewer, what: string): Promise<void> {
  const binding = await bindingOf(ctx, { tenantId }, viewer.memberId, 5)
  const shown = await inReport(ctx, binding, (client) =>
    client.query<Seen>(
      `select 'instance' as kind, id from instances union all select 'task', id from tasks order by kind, id`,
    ),
  )
  const expected = await readTenant(ctx, viewer, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    return sql<Seen>`select 'instance' as kind, i.id from instances i
      where i.tenant_id = ${tenantId} and ${visible.ofInstance('i')}
      union all select 'task', t.id from tasks t where t.tenant_id = ${tenantId} and ${visible.ofTask('t')}
      order by kind, id`.execute(tx.db)
  })
  expect(shown.rows, what).toEqual(expected.rows)
}

beforeAll(async () => {
  for (const instance of Object.values(instances)) await makeTask(ctx, tenantId, instance)
})

test(`after each of ${CHANGES} changes a report shows what its person may see, seed ${SEED}`, async () => {
  for (let n = 0; n < CHANGES; n++) {
    await change()
    await compare(viewers[pick(VIEWER_NAMES)], `change ${n}`)
  }
})
