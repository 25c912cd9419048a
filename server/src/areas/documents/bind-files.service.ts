import { sql } from 'kysely'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import { hasUploaded, ownVersion } from './own-version.ts'
import { publishDocumentFrame } from './publish-frames.ts'

interface LookedAt {
  id: string
  version_number: number
  sha256: string
}

interface TaskDecision {
  taskId: string
  memberId: string
  verdict: 'approve' | 'reject'
  comment: string
  /** Nobody may approve a version that they uploaded. */
  forbidsOwn: boolean
  /** Absent: whoever decides did not look at them. */
  files?: readonly LookedAt[] | undefined
}

interface LockedFile extends LookedAt {
  task_id: string
  instance_id: string | null
  workflow_id: string | null
  narrowed: boolean
}

const key = ({ id, version_number, sha256 }: LookedAt) => `${id} ${version_number} ${sha256}`

/** Locked until the commit, so that none is changed between being looked at and being decided on. */
async function lockFiles({ db, tenantId }: TenantTx, taskId: string): Promise<LockedFile[]> {
  const { rows } = await sql<LockedFile>`
    select id, current_version as version_number, encode(sha256, 'hex') as sha256, task_id, instance_id, workflow_id, narrowed
    from documents
    where tenant_id = ${tenantId} and task_id = ${taskId} and deleted_at is null and state = 'clean'
    order by id for no key update`.execute(db)
  return rows
}

/** Who decides on a task decides on the files of it: exactly those that were looked at, or nothing is decided. Says which. */
export async function bindFilesOfTask(
  tx: TenantTx,
  { taskId, memberId, verdict, comment, forbidsOwn, files: seen }: TaskDecision,
): Promise<{ id: string; version: number; sha256: string }[]> {
  const { db, tenantId } = tx
  const files = await lockFiles(tx, taskId)
  const looked = seen && new Set(seen.map(key))
  if (looked && (looked.size !== files.length || files.some((file) => !looked.has(key(file))))) {
    throw conflict('changed', 'The files changed after you opened them. Review them again.')
  }
  if (forbidsOwn && verdict === 'approve' && (await hasUploaded(db, tenantId, [taskId], memberId))) throw ownVersion()
  await sql`with decided as (
      update documents d set status = ${verdict === 'approve' ? 'approved' : 'rejected'}, updated_at = now(), version = d.version + 1
      where d.tenant_id = ${tenantId} and d.id = any (${files.map(({ id }) => id)}::uuid[])
      returning d.id, d.current_version, d.sha256)
    insert into document_decisions (tenant_id, document_id, number, sha256, verdict, comment, member_id, task_id)
    select ${tenantId}::uuid, id, current_version, sha256, ${verdict}, left(${comment}, 5000), ${memberId}::uuid, ${taskId}::uuid
    from decided`.execute(db)
  for (const file of files) await publishDocumentFrame(tx, 'document.changed', file)
  return files.map(({ id, version_number, sha256 }) => ({ id, version: version_number, sha256 }))
}
