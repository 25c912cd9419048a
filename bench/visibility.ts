/** Pages of a million instances for people who see none, half and all of two hundred limited workflows. */
import { MemberId, TenantId } from '../contracts/src/ids.ts'
import { hiddenFrom } from '../server/src/areas/workflows/visibility.queries.ts'
import { visibleTo } from '../server/src/areas/workflows/visibility.service.ts'
import { boundKysely, type Db } from '../server/src/core/db/bound-kysely.ts'
import { connectAs } from '../server/test/connect.ts'
import { createTestDatabase } from '../server/test/database.ts'
import { planOf } from '../server/test/query-plan.ts'
import { median } from '../server/test/statistics.ts'
import { OURS } from '../server/test/tenancy/samples.ts'
import { MAX_SCANNED, visibleInstances } from '../server/test/visibility/instances-page.ts'
import { LIMITED, MEMBERS, OPEN, putManyInstances } from '../server/test/visibility/many-instances.ts'
import { table, writeFigures } from './support/figures.ts'

const ROWS = 1_000_000
const HIDDEN = 900_000
const LIMIT = 50
const TIMES = 15

type Query = (db: Db) => Promise<unknown>

async function measured(
  hidden: number,
  ask: (of: (name: keyof typeof MEMBERS) => Promise<Query>) => Promise<[string, Query][]>,
) {
  const database = await createTestDatabase()
  try {
    await database.admin((admin) => putManyInstances(admin, ROWS, hidden))
    const client = await connectAs('tl_api', database.name)
    await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
    const tenantId = TenantId.parse(OURS.tenant)
    const page = async (name: keyof typeof MEMBERS): Promise<Query> => {
      const viewer = { memberId: MemberId.parse(MEMBERS[name]), user: { is_admin: false } }
      const visible = await visibleTo({ db: boundKysely(client, { over: false }), tenantId }, viewer)
      return (db) => visibleInstances(db, tenantId, visible, undefined, LIMIT)
    }
    const rows: (string | number)[][] = []
    for (const [what, query] of await ask(page)) {
      const plans = []
      for (let time = 0; time < TIMES; time++) plans.push(await planOf(client, query))
      const [first] = plans
      if (!first) throw new Error('nothing was measured')
      rows.push([what, first.rows, first.removed, first.buffers, median(plans.map((plan) => plan.ms)).toFixed(2)])
    }
    await client.end()
    return rows
  } finally {
    await database.drop()
  }
}

const even = await measured(0, async (page) => [
  ['a page, sees none of them', await page('none')],
  ['a page, sees half of them', await page('half')],
  ['a page, sees all of them', await page('all')],
  ['which are hidden, read once for an epoch', (db) => hiddenFrom(db, OURS.tenant, 'workflow', MEMBERS.none)],
])
const worst = await measured(HIDDEN, async (page) => [
  [`a page, the newest ${HIDDEN.toLocaleString('en')} all hidden`, await page('none')],
])

writeFigures('visibility', 'Limited workflows', [
  `${ROWS.toLocaleString('en')} instances in one tenant over ${LIMITED} limited and ${OPEN} open workflows, one in a hundred narrowed; pages of ${LIMIT},`,
  `as tl_api with row security, by the plan that serves all values, warm, median of ${TIMES}. A page looks at ${MAX_SCANNED.toLocaleString('en')} rows at`,
  'most: where they are all hidden it is empty, and says where to go on.',
  '',
  ...table(['', 'rows', 'looked at in vain', 'buffers', 'ms'], [...even, ...worst]),
])
