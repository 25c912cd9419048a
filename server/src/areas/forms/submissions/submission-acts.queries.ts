import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { dropSearchEntries } from '../../../core/search/drop-entries.ts'
import { WAITING } from '../../starts/starts.public.ts'

export const lockSubmission = (db: Db, tenantId: string, formId: string, id: string) =>
  db
    .selectFrom('form_submissions')
    .select(['id', 'version', 'receipt', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const markReleased = (db: Db, tenantId: string, id: string, memberId: string) =>
  db
    .updateTable('form_submissions')
    .set({ released_at: sql`now()`, released_by: memberId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()

/** The response with what it was to start, and the words it is found by. */
export async function eraseRows(tx: TenantTx, id: string): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql<{ trigger_id: string }>`with gone as (
      delete from submission_starts where tenant_id = ${tenantId} and submission_id = ${id} returning trigger_id, state)
    select t.id as trigger_id from gone g join workflow_triggers t on t.tenant_id = ${tenantId} and t.id = g.trigger_id
    where g.state = 'not_started'`.execute(db)
  for (const { trigger_id } of rows) tx.count(WAITING, trigger_id, -1)
  await db.deleteFrom('submission_words').where('tenant_id', '=', tenantId).where('submission_id', '=', id).execute()
  await dropSearchEntries(db, tenantId, 'submission', [id])
  await db.deleteFrom('form_submissions').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
