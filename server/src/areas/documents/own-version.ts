import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import { forbidsOwnWork, versionOf } from '../instances/instances.public.ts'

export const ownVersion = () => conflict('own_version', 'You uploaded this version. Someone else has to approve it.')

/** Whether what would be approved with a task is, in part, what this member uploaded. */
export async function hasUploaded(db: Db, tenantId: string, taskId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from documents d
    join document_versions v on v.tenant_id = ${tenantId} and v.document_id = d.id and v.number = d.current_version
    where d.tenant_id = ${tenantId} and d.task_id = ${taskId} and d.deleted_at is null and d.state = 'clean'
      and v.created_by = ${memberId} limit 1`.execute(db)
  return rows.length > 0
}

/** The same for one file: whether its version is the member's own, and its step forbids approving that. */
export async function isForbiddenOwn({ db, tenantId }: ReadTx, documentId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ step: string; workflow_id: string; workflow_version: number }>`
    select t.step, i.workflow_id, i.workflow_version from documents d
    join document_versions v on v.tenant_id = ${tenantId} and v.document_id = d.id and v.number = d.current_version
    join tasks t on t.tenant_id = ${tenantId} and t.id = d.task_id and t.step is not null
    join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    where d.tenant_id = ${tenantId} and d.id = ${documentId} and v.created_by = ${memberId}`.execute(db)
  const [own] = rows
  if (!own) return false
  return forbidsOwnWork(await versionOf(db, tenantId, own.workflow_id, own.workflow_version), own.step)
}
