import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import { forbidsOwnWork, versionOf } from '../instances/instances.public.ts'

export const ownVersion = () => conflict('own_version', 'You uploaded this version. Someone else has to approve it.')

/**
 * Whether a document, `d`, has as its version what this member uploaded. Restoring an older version makes a new one
 * of what somebody else uploaded: it stays theirs, too.
 */
const isTheirs = (tenantId: string, memberId: string) => sql<boolean>`exists (
  select from document_versions v
  join document_versions own on own.tenant_id = ${tenantId} and own.document_id = d.id
    and (own.number = v.number or own.blob_sha256 = v.blob_sha256)
  where v.tenant_id = ${tenantId} and v.document_id = d.id and v.number = d.current_version
    and own.created_by = ${memberId})`

/** Whether what would be approved with one of these tasks is, in part, what this member uploaded. */
export async function hasUploaded(
  db: Db,
  tenantId: string,
  taskIds: readonly string[],
  memberId: string,
): Promise<boolean> {
  const { rows } = await sql`select from documents d
    where d.tenant_id = ${tenantId} and d.task_id = any (${taskIds}::uuid[]) and d.deleted_at is null and d.state = 'clean'
      and ${isTheirs(tenantId, memberId)} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The same for one file: whether its version is the member's own, and its step forbids approving that; `taskId`: the
 * step it would belong to.
 */
export async function isForbiddenOwn(
  { db, tenantId }: ReadTx,
  documentId: string,
  memberId: string,
  taskId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ step: string; workflow_id: string; workflow_version: number }>`
    select t.step, i.workflow_id, i.workflow_version from documents d
    join tasks t on t.tenant_id = ${tenantId} and t.id = coalesce(${taskId}::uuid, d.task_id) and t.step is not null
    join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    where d.tenant_id = ${tenantId} and d.id = ${documentId} and ${isTheirs(tenantId, memberId)}`.execute(db)
  const [own] = rows
  if (!own) return false
  return forbidsOwnWork(await versionOf(db, tenantId, own.workflow_id, own.workflow_version), own.step)
}
