import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { changeVersion, lockVersion } from '../version.queries.ts'
import { isPdf, isPicture } from './readable.ts'
import { startProcessing } from './start-processing.ts'
import { insertTexts, ocrPart, partsOf, type VersionRef } from './text-parts.ts'

/** Before texts were cut at pages, what was read from pictures began at this part. */
const FORMER_OCR_PART = 10

const versionsAmong = (files: readonly VersionRef[]) =>
  sql`unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ number }) => number)}::int[]) o (id, number)`

const formerParts = (db: Db, tenantId: string, { id, number }: VersionRef) =>
  db
    .selectFrom('document_texts')
    .select(['part', 'content'])
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', id)
    .where('number', '=', number)
    .orderBy('part')
    .execute()

/** A scan of several pages did not say which page says what: it is read again. */
async function readAgain(tx: TenantTx, { id, number }: VersionRef, tries: number): Promise<void> {
  await changeVersion(tx.db, tx.tenantId, id, number, { ocr: 'waiting', tries })
  startProcessing(tx, { documentId: id, number, tries })
}

async function recut(tx: TenantTx, file: VersionRef): Promise<void> {
  const version = await lockVersion(tx.db, tx.tenantId, file.id, file.number)
  if (!version) return
  const parts = await formerParts(tx.db, tx.tenantId, file)
  const joined = (isOcr: boolean) =>
    parts
      .filter(({ part }) => part >= FORMER_OCR_PART === isOcr)
      .map(({ content }) => content)
      .join('')
  const [text, read] = [joined(false), joined(true)]
  await tx.db
    .deleteFrom('document_texts')
    .where('tenant_id', '=', tx.tenantId)
    .where('document_id', '=', file.id)
    .where('number', '=', file.number)
    .execute()
  await insertTexts(tx, file, partsOf(Buffer.from(text), isPdf(version)))
  if (read === '') return
  if (isPicture(version) || version.page_count === 1) await insertTexts(tx, file, [ocrPart(1, read)])
  else await readAgain(tx, file, version.tries + 1)
}

/** Cuts texts at their pages that were stored before that was done. */
export async function recutTexts(tx: TenantTx, files: readonly VersionRef[]): Promise<void> {
  if (files.length === 0) return
  const { rows } = await sql<VersionRef>`select o.id, o.number from ${versionsAmong(files)}
    where exists (select from document_texts x where x.tenant_id = ${tx.tenantId} and x.document_id = o.id
      and x.number = o.number and x.lexemes is null)`.execute(tx.db)
  for (const file of rows) await recut(tx, file)
}

/** Says whether a text is still the same, without reading it: parts are added and never changed. */
export async function bodyKeysOf({ db, tenantId }: ReadTx, files: readonly VersionRef[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`select o.id, o.number || ':' || count(*) as key
    from ${versionsAmong(files)}
    join document_texts x on x.tenant_id = ${tenantId} and x.document_id = o.id and x.number = o.number
    group by o.id, o.number`.execute(db)
  return new Map(rows.map(({ id, key }) => [id, key]))
}

export async function bodiesOf({ db, tenantId }: ReadTx, files: readonly VersionRef[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    content: string
  }>`select o.id, string_agg(x.content, '' order by x.part) as content
    from ${versionsAmong(files)}
    join document_texts x on x.tenant_id = ${tenantId} and x.document_id = o.id and x.number = o.number
    group by o.id`.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}
