import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { dropSearchEntries } from '../../core/search/drop-entries.ts'
import { dropBanners } from './banner.queries.ts'
import { BEING_PURGED } from './forms.queries.ts'
import { deleteTriggers } from './triggers/triggers.queries.ts'

/** The next one past its thirty days, or that somebody has deleted for ever. */
export const oldestTrash = (db: Db, tenantId: string) =>
  db
    .selectFrom('forms')
    .select(['id', 'visibility', 'title'])
    .select(sql<boolean>`deleted_at = ${BEING_PURGED}`.as('is_being_purged'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    // Those whose uploads are still to be cleaned away wait for that.
    .where(
      sql<boolean>`not exists (select from uploads u where u.tenant_id = forms.tenant_id and u.form_id = forms.id)`,
    )
    .orderBy('deleted_at')
    .limit(1)
    // Waits for a request that is restoring it from the trash.
    .forUpdate()
    .executeTakeFirst()

/** What people began to send is cleaned away with everything else that is past its time. */
export async function expireUploads(db: Db, tenantId: string, formId: string): Promise<boolean> {
  const left = await db
    .updateTable('uploads')
    .set({ expires_at: sql`least(expires_at, now())` })
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .returning('id')
    .execute()
  return left.length > 0
}

export async function someSubmissions(db: Db, tenantId: string, formId: string, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('form_submissions')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** Files that came with responses and that no instance has. */
export async function someFiles(db: Db, tenantId: string, formId: string, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('instance_id', 'is', null)
    .limit(limit)
    .execute()
  return found.map(({ id }) => id)
}

/** With their words and starts; instances that they started stay, and so do the files that those have. */
export async function deleteSubmissions(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  await dropSearchEntries(db, tenantId, 'submission', ids)
  await db
    .deleteFrom('submission_words')
    .where('tenant_id', '=', tenantId)
    .where('submission_id', '=', among(ids))
    .execute()
  await db
    .deleteFrom('submission_starts')
    .where('tenant_id', '=', tenantId)
    .where('submission_id', '=', among(ids))
    .execute()
  await db.deleteFrom('form_submissions').where('tenant_id', '=', tenantId).where('id', '=', among(ids)).execute()
}

/** For ever, once it has no responses left. */
export async function deleteForm(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update documents set form_id = null where tenant_id = ${tenantId} and form_id = ${id}`.execute(db)
  await sql`select auth.purge_form_versions(${id})`.execute(db)
  await dropBanners(db, tenantId, id)
  await dropSearchEntries(db, tenantId, 'form', [id])
  await deleteTriggers(db, tenantId, sql`form_id = ${id}`)
  for (const table of ['form_drafts', 'form_access'] as const) {
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('form_id', '=', id).execute()
  }
  await sql`delete from counters where tenant_id = ${tenantId} and (
    (name = 'form.submissions' and key = ${id})
    or (name in ('form.version_submissions', 'form.state') and key >= ${`${id}:`} and key < ${`${id};`}))`.execute(db)
  await db.deleteFrom('forms').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}
