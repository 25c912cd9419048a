import { MOST_FILES } from '@throughline/contracts/task-acts'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

const files = (db: Db, tenantId: string) =>
  db
    .selectFrom('documents as d')
    .select([
      'd.id',
      'd.name',
      'd.size',
      'd.media_type',
      'd.created_at',
      'd.uploaded_by',
      'd.task_id',
      'd.field_id',
      'd.state',
      'd.current_version',
      'd.sha256',
    ])
    .where('d.tenant_id', '=', tenantId)
    .where('d.deleted_at', 'is', null)

export const filesOfTask = (db: Db, tenantId: string, taskId: string) =>
  files(db, tenantId).where('d.task_id', '=', taskId).orderBy('d.id').limit(MOST_FILES).execute()
export type FileRow = Awaited<ReturnType<typeof filesOfTask>>[number]

/** Those of these that belong to the instance, but not to this task. */
export const filesBesideTask = (
  db: Db,
  tenantId: string,
  { id, instance_id }: { id: string; instance_id: string },
  ids: readonly string[],
): Promise<FileRow[]> =>
  files(db, tenantId)
    .where('d.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('d.instance_id', '=', instance_id)
    .where('d.task_id', 'is distinct from', id)
    .orderBy('d.id')
    .limit(MOST_FILES)
    .execute()

/** Newest first. */
export function filesOfInstance(
  db: Db,
  tenantId: string,
  instanceId: string,
  before: string | undefined,
  limit: number,
) {
  let page = files(db, tenantId).where('d.instance_id', '=', instanceId)
  if (before) page = page.where('d.id', '<', before)
  return page.orderBy('d.id', 'desc').limit(limit).execute()
}

export type TaskFileRow = FileRow & { task_id: string; task_name: string; instance_id: string }

interface Bounds {
  limit: number
  /** So many are looked at, and those the viewer may not see are passed over. */
  most: number
}

/** Newest files of tasks; `end`: where the next page begins. */
export async function scanTaskFiles(
  db: Db,
  tenantId: string,
  visible: Visibility,
  before: string | undefined,
  { limit, most }: Bounds,
): Promise<{ rows: TaskFileRow[]; end: string | undefined }> {
  const scanned = sql`from documents where tenant_id = ${tenantId} and deleted_at is null and not in_trash and task_id is not null
    ${before ? sql`and id < ${before}::uuid` : sql``} order by id desc`
  const { rows: found } = await sql<TaskFileRow>`
    select d.*, t.name as task_name
    from (select id, name, size, media_type, created_at, uploaded_by, task_id, field_id, instance_id, state, current_version, sha256 ${scanned} limit ${most}) d
    cross join lateral (select name, workflow_id, instance_id, narrowed, in_trash from tasks
      where tenant_id = ${tenantId} and id = d.task_id offset 0) t
    where not t.in_trash and ${visible.ofTask('t')}
    order by d.id desc limit ${limit + 1}`.execute(db)
  const rows = found.slice(0, limit)
  if (found.length > limit) return { rows, end: rows.at(-1)?.id }
  const { rows: last } = await sql<{ id: string }>`select id ${scanned} offset ${most - 1} limit 1`.execute(db)
  return { rows, end: last[0]?.id }
}

/** In the order of the ids. */
export async function fileRows(db: Db, tenantId: string, ids: readonly string[]): Promise<FileRow[]> {
  const rows = await files(db, tenantId).where('d.id', '=', sql<string>`any (${ids}::uuid[])`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function namesOfTasks(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
