import type { TestDatabase } from '../../../server/test/database.ts'
import { withCrew } from './crew.ts'
import { settle, withoutIndexes } from './indexes.ts'
import { counted, found, loadInstances, partsOf } from './instances.ts'
import { putPlaces } from './places.ts'
import { tasksOf } from './rows.ts'
import type { GrowthWorld } from './world.ts'

/** A number below `most`; the same document and `which` always draw the same. */
const drawn = (which: number, most: number | string) =>
  `((uuid_hash_extended(i.id, ${which} + 64 * k) & 2147483647) % ${most})::int`

/** How many belong to each instance: three of its tasks, one to itself, one to its workflow alone. */
export const PER_INSTANCE = 5

/**
 * Of each of these instances. One in a hundred is in the trash; what is changed late was made early, so that no two
 * orders are alike.
 */
export const documentsOf = (instances: string) => `
  insert into documents (tenant_id, name, instance_id, task_id, workflow_id, step, status, family, category, size, media_type, state,
    sha256, uploaded_by, client_id, client_key, entity_key, narrowed, in_trash, deleted_at, created_at, updated_at)
  select i.tenant_id,
    (array['Offer', 'Invoice', 'Contract', 'Photo', 'Plan', 'Report', 'Letter', 'Sums'])[1 + ${drawn(1, 8)}] || ' ' || md5(i.id::text || k),
    case when k < 5 then i.id end, t.id, i.workflow_id, t.step,
    (array['completed', 'completed', 'completed', 'approved', 'review', 'draft', 'in_progress', 'rejected'])[1 + ${drawn(2, 8)}],
    f.family, (array['other', 'contract', 'invoice', 'report', 'form', 'image'])[1 + ${drawn(3, 6)}], 1000 + ${drawn(4, 900000)},
    case f.family when 'image' then 'image/png' when 'spreadsheet' then 'text/csv' else 'application/pdf' end, 'clean', '\\x00',
    p.members[1 + ${drawn(5, 'cardinality(p.members)')}], i.client_id,
    coalesce((select c.name_key from clients c where c.tenant_id = i.tenant_id and c.id = i.client_id), 'unknown'),
    case when k < 5 then i.title_key else '' end, k < 5 and i.narrowed, k < 5 and i.deleted_at is not null,
    case when ${drawn(6, 100)} = 0 then now() - ${drawn(7, 29)} * interval '1 day' end, i.created_at,
    least(now(), i.created_at + ${drawn(8, 2000)} * interval '1 hour')
  from ${instances} i join growth.places p on p.tenant_id = i.tenant_id
  cross join generate_series(1, ${PER_INSTANCE}) k
  cross join lateral (select (array['document', 'document', 'document', 'image', 'spreadsheet', 'other'])[1 + ${drawn(9, 6)}] as family) f
  left join tasks t on t.tenant_id = i.tenant_id and t.instance_id = i.id and t.round = k`

/** What a page of the large tenant looks up for each: a version, for some a second one, and what was decided. */
export const OF_LARGE_DOCUMENTS = [
  `insert into document_versions (tenant_id, document_id, number, name, state, sha256, size, media_type, blob_sha256, thumbnail, text)
   select tenant_id, id, 1, name, 'clean', sha256, size, media_type, sha256, 'none', 'none' from documents where tenant_id = $1`,
  `insert into document_decisions (tenant_id, document_id, number, sha256, verdict, member_id)
   select tenant_id, id, 1, sha256, 'approve', uploaded_by from documents where tenant_id = $1 and status = 'approved'`,
]

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
