import type { FormContent } from '@throughline/contracts/form-content'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export type FormState = 'live' | 'trashed'

/** One that is being deleted for ever is in the trash no longer: the cleaning takes the rest of it away. */
export const BEING_PURGED = sql<Date>`to_timestamp(0)`

const rows = (db: Db, tenantId: string) =>
  db
    .selectFrom('forms as f')
    .innerJoin('form_drafts as d', (join) =>
      join.onRef('d.tenant_id', '=', 'f.tenant_id').onRef('d.form_id', '=', 'f.id'),
    )
    .where('f.tenant_id', '=', tenantId)

const COLUMNS = [
  'f.id',
  'f.title',
  'f.current_version',
  'f.last_version',
  'f.visibility',
  'f.closed_at',
  'f.closes_at',
  'f.closes_after',
  'f.last_response_at',
  'f.created_at',
  'f.updated_at',
  'f.deleted_at',
  'd.changes as draft_changes',
] as const

/** As the list shows them; in no order. */
export const formRows = (db: Db, tenantId: string, ids: readonly string[]) =>
  rows(db, tenantId).select(COLUMNS).where('f.id', '=', sql<string>`any (${ids}::uuid[])`).execute()
export type FormRowStored = Awaited<ReturnType<typeof formRows>>[number]

/** Nobody else changes this form until the commit. `whole` also keeps responses from being stored. */
export async function lockForm(db: Db, tenantId: string, id: string, state: FormState, whole = false) {
  const query = db.selectFrom('forms').select('id').where('tenant_id', '=', tenantId).where('id', '=', id)
  const found =
    state === 'live'
      ? query.where('deleted_at', 'is', null)
      : query.where('deleted_at', 'is not', null).where('deleted_at', '>', BEING_PURGED)
  return (await (whole ? found.forUpdate() : found.forNoKeyUpdate()).executeTakeFirst()) !== undefined
}

/** With its draft and the content of its latest version, which is the public one unless it was taken off its address. */
export const findForm = (db: Db, tenantId: string, id: string, state: FormState = 'live') => {
  const found = rows(db, tenantId)
    .leftJoin('form_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'f.tenant_id')
        .onRef('v.form_id', '=', 'f.id')
        .onRef('v.number', '=', 'f.last_version'),
    )
    .select(COLUMNS)
    .select(['f.retention_days', 'f.max_files', 'f.max_megabytes', 'f.max_megabytes_a_day'])
    .select(['d.version', 'd.based_on', 'd.content', 'd.authors', 'd.recent', 'd.errors'])
    .select(['d.updated_at as draft_updated_at', 'd.updated_by', 'v.content as latest'])
    .where('f.id', '=', id)
  return (
    state === 'live'
      ? found.where('f.deleted_at', 'is', null)
      : found.where('f.deleted_at', 'is not', null).where('f.deleted_at', '>', BEING_PURGED)
  ).executeTakeFirst()
}
export type StoredForm = NonNullable<Awaited<ReturnType<typeof findForm>>>

export async function isLive(db: Db, tenantId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('forms')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function insertForm(
  db: Db,
  tenantId: string,
  row: { title: string; created_by: string; visibility: string },
): Promise<string> {
  const made = await db
    .insertInto('forms')
    .values({ tenant_id: tenantId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface FormUpdate {
  title?: string | undefined
  current_version?: number | null | undefined
  last_version?: number | undefined
  closed_at?: Date | null | undefined
  closes_at?: Date | null | undefined
  closes_after?: number | null | undefined
  retention_days?: number | null | undefined
  max_files?: number | undefined
  max_megabytes?: number | undefined
  max_megabytes_a_day?: number | undefined
  deleted_at?: Date | RawBuilder<Date> | null | undefined
  deleted_by?: string | null | undefined
}

export async function changeForm(db: Db, tenantId: string, id: string, change: FormUpdate): Promise<void> {
  await db
    .updateTable('forms')
    .set({ ...change, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

interface DraftChange {
  content?: FormContent
  based_on?: number
  version?: number
  authors?: object
  recent?: object
  changes?: number
  errors?: number
  updated_by?: string
}

const storedOf = ({ content, authors, recent, ...plain }: DraftChange) => ({
  ...plain,
  ...(content ? { content: JSON.stringify(content) } : {}),
  ...(authors ? { authors: JSON.stringify(authors) } : {}),
  ...(recent ? { recent: JSON.stringify(recent) } : {}),
})

export async function insertDraft(
  db: Db,
  tenantId: string,
  formId: string,
  draft: DraftChange & { content: FormContent },
) {
  await db
    .insertInto('form_drafts')
    .values({ tenant_id: tenantId, form_id: formId, ...storedOf(draft), content: JSON.stringify(draft.content) })
    .execute()
}

export async function changeDraftRow(db: Db, tenantId: string, formId: string, change: DraftChange) {
  await db
    .updateTable('form_drafts')
    .set({ ...storedOf(change), ...(change.version ? { updated_at: sql`now()` } : {}) })
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .execute()
}

/** Of these, those that are there, and whether people can fill them in. */
export const formsNamed = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('forms')
    .select(['id', 'title', sql<boolean>`current_version is not null`.as('is_published')])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
