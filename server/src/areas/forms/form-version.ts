import type { FormContent } from '@throughline/contracts/form-content'
import type { CompiledForm } from '@throughline/flow/form'
import type { Db } from '../../core/db/bound-kysely.ts'
import { readCompiled, readContent } from './content.ts'

export interface FormVersion {
  number: number
  content: FormContent
  compiled: CompiledForm
}

const MAX_CACHED = 500
const kept = new Map<string, FormVersion>()

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

/** Versions never change, so that each is read and parsed once; the least recently used leave first. */
export async function findFormVersion(
  db: Db,
  tenantId: string,
  formId: string,
  number: number,
): Promise<FormVersion | undefined> {
  const key = `${tenantId}:${formId}:${number}`
  const version = kept.get(key) ?? (await read(db, tenantId, formId, number))
  if (!version) return undefined
  kept.delete(key)
  kept.set(key, version)
  if (kept.size > MAX_CACHED) {
    const [oldest] = kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
  }
  return version
}
