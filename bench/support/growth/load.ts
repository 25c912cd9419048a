import type { TestDatabase } from '../../../server/test/database.ts'
import { type Admin, type Crew, withCrew } from './crew.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { putPlaces } from './places.ts'
import * as rows from './rows.ts'
import { type GrowthWorld, LIMITED, OPEN } from './world.ts'

const SLICES = 60
const PER_INSTANCE = 3
/** Two in a thousand have not begun and have no task yet. */
const SPARE = 1.004

/** The one with the large tenant first, so that nobody waits for it at the end. */
const partsBySize = (admin: Admin): Promise<string[]> =>
  admin
    .query<{ part: string }>(
      `select right(c.relname, 3) as part from pg_inherits h join pg_class c on c.oid = h.inhrelid
       where h.inhparent = 'instances'::regclass order by pg_relation_size(c.oid) desc`,
    )
    .then(({ rows: found }) => found.map(({ part }) => part))

export interface Loaded {
  tasks: number
  /** In the large tenant. */
  own: number
  open: number
  instances: number
  bytes: number
  /** With more tasks than a list looks at. */
  giant: string
  client: string
}

const counted = async ({ admin }: Crew, text: string, values: unknown[] = []): Promise<number> =>
  Number((await admin.query<{ n: string }>(`select ${text} as n`, values)).rows[0]?.n)

/** So many tasks of all states and ages, a fifth of them in the large tenant; `say` tells how far it is. */
export async function load(database: TestDatabase, world: GrowthWorld, tasks: number, say: (line: string) => void) {
  const instances = Math.ceil((tasks / PER_INSTANCE) * SPARE)
  const { tenantId } = world
  const loaded: Loaded = { tasks: 0, own: 0, open: 0, instances, bytes: 0, giant: '', client: '' }
  await withCrew(database, async (crew) => {
    const { admin, each } = crew
    await putPlaces(admin, world)
    await withoutIndexes(crew, async () => {
      const slice = Math.ceil(instances / SLICES)
      const slices = Array.from({ length: SLICES }, (_, n) => [n * slice + 1, Math.min((n + 1) * slice, instances)])
      await each(slices, (client, bounds) => client.query(rows.INSTANCES, [...bounds, instances, LIMITED, OPEN]))
      say(`${instances.toLocaleString('en')} instances`)
      const parts = await partsBySize(admin)
      await each(parts, (client, part) => client.query(rows.tasksOf(`instances_${part}`)))
      say('tasks')
      await each(parts, (client, part) => client.query(rows.peopleOf(`tasks_${part}`)))
      await each(rows.OF_LARGE, (client, text) => client.query(text, [tenantId]))
      say('people')
    })
    say('indexes')
    const { rows: giant } = await admin.query<{ instance_id: string }>(rows.GIANT, [tenantId])
    const { rows: clients } = await admin.query<{ id: string }>('select id from clients where tenant_id = $1', [
      tenantId,
    ])
    loaded.giant = giant[0]?.instance_id ?? ''
    loaded.client = clients[0]?.id ?? ''
    await admin.query('drop schema growth cascade')
    await settle(crew)
    loaded.tasks = await counted(crew, '(select count(*) from tasks)')
    loaded.own = await counted(crew, '(select count(*) from tasks where tenant_id = $1)', [tenantId])
    loaded.open = await counted(
      crew,
      `(select count(*) from tasks where tenant_id = $1 and status in ('pending', 'in_progress', 'review', 'failed'))`,
      [tenantId],
    )
    loaded.bytes = await counted(crew, 'pg_database_size(current_database())')
    say(`settled: ${(loaded.bytes / 2 ** 30).toFixed(1)} GB`)
  })
  return loaded
}
