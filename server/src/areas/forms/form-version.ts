import type { FormContent } from '@throughline/contracts/form-content'
import type { CompiledForm } from '@throughline/flow/form'
import type { Db } from '../../core/db/bound-kysely.ts'
import { RecentlyUsed } from '../../core/recently-used.ts'
import { readCompiled, readContent } from './content.ts'

export interface FormVersion {
  number: number
  content: FormContent
  compiled: CompiledForm
}

const kept = new RecentlyUsed<FormVersion>(500)

async function read(db: Db, tenantId: string, formId: string, number: number): Promise<FormVersion | undefined> {
  const row = await db
    .selectFrom('form_versions')
    .select(['content', 'compiled'])
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && { number, content: readContent(row.content), compiled: readCompiled(row.compiled) }
}

/** Versions never change, so that each is read and parsed once. */
export async function findFormVersion(
  db: Db,
  tenantId: string,
  formId: string,
  number: number,
): Promise<FormVersion | undefined> {
  const key = `${tenantId}:${formId}:${number}`
  const version = kept.get(key) ?? (await read(db, tenantId, formId, number))
  return version && kept.add(key, version)
}
