import type { Db } from '../../../core/db/bound-kysely.ts'

export async function previewData(db: Db, tenantId: string, documentId: string, number: number): Promise<unknown> {
  const found = await db
    .selectFrom('document_versions')
    .select('preview_data')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .executeTakeFirst()
  return found?.preview_data
}

export const textParts = (db: Db, tenantId: string, documentId: string, number: number, limit: number) =>
  db
    .selectFrom('document_texts')
    .select('content')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .orderBy('part')
    .limit(limit)
    .execute()
