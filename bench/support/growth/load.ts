import type { TestDatabase } from '../../../server/test/database.ts'
import { withCrew } from './crew.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { counted, found, loadInstances, partsOf } from './instances.ts'
import { putPlaces } from './places.ts'
import * as rows from './rows.ts'
import type { GrowthWorld } from './world.ts'

const PER_INSTANCE = 3
/** Two in a thousand have not begun and have no task yet. */
const SPARE = 1.004

interface Loaded {
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

/** So many tasks of all states and ages, a fifth of them in the large tenant; `say` tells how far it is. */
export async function load(
  database: Pick<TestDatabase, 'admin'>,
  world: GrowthWorld,
  tasks: number,
  say: (line: string) => void,
) {
  const instances = Math.ceil((tasks / PER_INSTANCE) * SPARE)
  const { tenantId } = world
  const loaded: Loaded = { tasks: 0, own: 0, open: 0, instances, bytes: 0, giant: '', client: '' }
  await withCrew(database, async (crew) => {
    const { admin, each } = crew
    await putPlaces(admin, world)
    await withoutIndexes(crew, async () => {
      await loadInstances(crew, instances)
      say(`${instances.toLocaleString('en')} instances`)
      await each(partsOf('instances'), (client, part) => client.query(rows.tasksOf(part)))
      say('tasks')
      await each(partsOf('tasks'), (client, part) => client.query(rows.peopleOf(part)))
      await each(rows.OF_LARGE, (client, text) => client.query(text, [tenantId]))
      say('people')
    })
    say('indexes')
    loaded.giant = await found(admin, rows.GIANT, [tenantId])
    loaded.client = await found(admin, 'select id from clients where tenant_id = $1 limit 1', [tenantId])
    await admin.query('drop schema growth cascade')
    await settle(crew)
    loaded.tasks = await counted(admin, '(select count(*) from tasks)')
    loaded.own = await counted(admin, '(select count(*) from tasks where tenant_id = $1)', [tenantId])
    loaded.open = await counted(
      admin,
      `(select count(*) from tasks where tenant_id = $1 and status in ('pending', 'in_progress', 'review', 'failed'))`,
      [tenantId],
    )
    loaded.bytes = await counted(admin, 'pg_database_size(current_database())')
    say(`settled: ${(loaded.bytes / 2 ** 30).toFixed(1)} GB`)
  })
  return loaded
}
