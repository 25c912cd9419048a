import type { FormContent } from '@throughline/contracts/form-content'
import type { CompiledForm } from '@throughline/flow/form'
import type { Db } from '../../core/db/bound-kysely.ts'

interface NewVersion {
  number: number
  hash: string
  content: FormContent
  compiled: CompiledForm
  note: string
  changes: readonly object[]
  authors: string[]
  published_by: string
}

export async function insertVersion(db: Db, tenantId: string, formId: string, version: NewVersion): Promise<void> {
  const { content, compiled, changes, ...rest } = version
  await db
    .insertInto('form_versions')
    .values({
      tenant_id: tenantId,
      form_id: formId,
      ...rest,
      content: JSON.stringify(content),
      compiled: JSON.stringify(compiled),
      changes: JSON.stringify(changes),
      change_count: changes.length,
    })
    .execute()
}

const COLUMNS = ['number', 'note', 'published_at', 'published_by', 'authors', 'change_count'] as const

export async function pageOfVersions(
  db: Db,
  tenantId: string,
  formId: string,
  before: number | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('form_versions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
  if (before !== undefined) query = query.where('number', '<', before)
  return query.orderBy('number', 'desc').limit(limit).execute()
}
export type VersionRow = Awaited<ReturnType<typeof pageOfVersions>>[number]

export const findVersion = (db: Db, tenantId: string, formId: string, number: number) =>
  db
    .selectFrom('form_versions')
    .select([...COLUMNS, 'content', 'changes'])
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst()
