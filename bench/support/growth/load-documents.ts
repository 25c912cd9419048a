import type { TestDatabase } from '../../../server/test/database.ts'
import { withCrew } from './crew.ts'
import { documentsOf, OF_LARGE_DOCUMENTS, PER_INSTANCE } from './document-rows.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { counted, found, loadInstances, partsOf } from './instances.ts'
import { putPlaces } from './places.ts'
import { tasksOf } from './rows.ts'
import type { GrowthWorld } from './world.ts'

export interface LoadedDocuments {
  documents: number
  /** In the large tenant. */
  own: number
  bytes: number
  client: string
  instance: string
  task: string
}

/** So many documents, a fifth of them in the large tenant, which alone has tasks; `say` tells how far it is. */
export async function loadDocuments(
  database: TestDatabase,
  world: GrowthWorld,
  documents: number,
  say: (line: string) => void,
) {
  const instances = Math.ceil(documents / PER_INSTANCE)
  const { tenantId } = world
  const loaded: LoadedDocuments = { documents: 0, own: 0, bytes: 0, client: '', instance: '', task: '' }
  await withCrew(database, async (crew) => {
    const { admin, each } = crew
    await putPlaces(admin, world)
    await withoutIndexes(crew, async () => {
      await loadInstances(crew, instances)
      await admin.query(tasksOf(`(select * from instances where tenant_id = '${tenantId}')`))
      say(`${instances.toLocaleString('en')} instances`)
      await each(partsOf('instances'), (client, part) => client.query(documentsOf(part)))
      say('documents')
      await each(OF_LARGE_DOCUMENTS, (client, text) => client.query(text, [tenantId]))
    })
    say('indexes')
    const live = `tenant_id = $1 and deleted_at is null and not in_trash`
    loaded.client = await found(admin, 'select id from clients where tenant_id = $1 limit 1', [tenantId])
    loaded.instance = await found(
      admin,
      `select instance_id as id from documents where ${live} and instance_id is not null limit 1`,
      [tenantId],
    )
    loaded.task = await found(
      admin,
      `select task_id as id from documents where ${live} and task_id is not null limit 1`,
      [tenantId],
    )
    await admin.query('drop schema growth cascade')
    await settle(crew)
    loaded.documents = await counted(admin, '(select count(*) from documents)')
    loaded.own = await counted(admin, '(select count(*) from documents where tenant_id = $1)', [tenantId])
    loaded.bytes = await counted(admin, 'pg_database_size(current_database())')
    say(`settled: ${(loaded.bytes / 2 ** 30).toFixed(1)} GB`)
  })
  return loaded
}
