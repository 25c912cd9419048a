import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export const decisionsAbout = (db: Db, tenantId: string, documentId: string, limit: number) =>
  db
    .selectFrom('document_decisions')
    .select(['number', 'verdict', 'comment', 'member_id', 'task_id', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const isDecided = async (db: Db, tenantId: string, documentId: string): Promise<boolean> =>
  (await decisionsAbout(db, tenantId, documentId, 1)).length > 0

/** Who approved other bytes of a file than those that are there now, in approvals that are over. */
export async function approversOfEarlier(db: Db, tenantId: string, documentId: string): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select distinct e.member_id from document_decisions e
    join documents d on d.tenant_id = ${tenantId} and d.id = e.document_id
    join tasks t on t.tenant_id = ${tenantId} and t.id = e.task_id and t.status = 'completed'
    where e.tenant_id = ${tenantId} and e.document_id = ${documentId} and e.verdict = 'approve'
      and d.state = 'clean' and (e.number, e.sha256) is distinct from (d.current_version, d.sha256)`.execute(db)
  return rows.map(({ member_id }) => member_id)
}

/** Whether a vote of this approval that stands was about other files, or other bytes, than those that are there now. */
export async function hasVotesOnOthers(db: Db, tenantId: string, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    with there as (
      select d.id, d.current_version, d.sha256 from documents d
      where d.tenant_id = ${tenantId} and d.task_id = ${taskId} and d.deleted_at is null and d.state = 'clean'),
    voted as (
      select e.member_id, e.at, e.document_id, e.number, e.sha256 from document_decisions e
      where e.tenant_id = ${tenantId} and e.task_id = ${taskId})
    select from decisions s
    where s.tenant_id = ${tenantId} and s.task_id = ${taskId} and s.withdrawn_at is null and exists (
      select from there full join (select * from voted v where (v.member_id, v.at) = (s.member_id, s.at)) own
        on (own.document_id, own.number, own.sha256) = (there.id, there.current_version, there.sha256)
      where there.id is null or own.document_id is null)
    limit 1`.execute(db)
  return rows.length > 0
}
