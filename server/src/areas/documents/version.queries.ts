import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { familyOf } from './family.ts'

export interface NewVersion {
  document_id: string
  number: number
  name: string
  state: 'quarantined' | 'clean'
  quarantine_key: string | null
  sha256: Buffer | null
  size: number
  media_type: string
  restored_from?: number
  /** Null: somebody without an account sent it. */
  created_by: string | null
}

/** A clean one has its content counted already. */
export async function insertVersion(db: Db, tenantId: string, version: NewVersion) {
  const blob_sha256 = version.state === 'clean' ? version.sha256 : null
  await db
    .insertInto('document_versions')
    .values({ tenant_id: tenantId, ...version, blob_sha256 })
    .execute()
}

const VERSION = [
  'number',
  'name',
  'state',
  'quarantine_key',
  'sha256',
  'size',
  'media_type',
  'blob_sha256',
  'thumbnail',
  'pages',
  'page_count',
  'text',
  'text_cut',
  'ocr',
  'preview',
  'problem',
  'tries',
  'restored_from',
  'created_by',
  'created_at',
] as const

const ofDocument = (db: Db, tenantId: string, documentId: string) =>
  db
    .selectFrom('document_versions')
    .select(VERSION)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)

export const versionsOf = (db: Db, tenantId: string, documentId: string, limit: number) =>
  ofDocument(db, tenantId, documentId).orderBy('number', 'desc').limit(limit).execute()
export type StoredVersion = Awaited<ReturnType<typeof versionsOf>>[number]

export const findVersion = (db: Db, tenantId: string, documentId: string, number: number) =>
  ofDocument(db, tenantId, documentId).where('number', '=', number).executeTakeFirst()

/** Those that wait for the scanner, in the order of their documents. */
export const quarantinedAfter = (
  db: Db,
  tenantId: string,
  after: { documentId: string; number: number } | undefined,
  limit: number,
) =>
  db
    .selectFrom('document_versions')
    .select([...VERSION, 'document_id'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'quarantined')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(document_id, number) > (${after?.documentId}::uuid, ${after?.number}::int)`),
    )
    .orderBy('document_id')
    .orderBy('number')
    .limit(limit)
    .execute()

/** Whether a version waits for the scanner with the bytes under this key. */
export async function isAwaited(db: Db, tenantId: string, quarantineKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('document_versions')
    .select('number')
    .where('tenant_id', '=', tenantId)
    .where('quarantine_key', '=', quarantineKey)
    .where('state', '=', 'quarantined')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What was sent: as it came, whatever was made of the document since. */
export const firstVersion = (db: Db, tenantId: string, documentId: string) =>
  db
    .selectFrom('document_versions')
    .select(['name', 'state', 'sha256', 'size', 'media_type'])
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()

/**
 * Another document gets, as its first version, the first of this one: the same content, or the same object in quarantine.
 * The caller holds this document, so that what waits is settled only afterwards.
 */
export async function shareFirstVersion(db: Db, tenantId: string, from: string, to: string): Promise<void> {
  await sql`
    with shared as (
      select * from document_versions where tenant_id = ${tenantId} and document_id = ${from} and number = 1),
    referred as (
      update blobs b set ref_count = b.ref_count + 1, unreferenced_since = null from shared s
      where b.tenant_id = ${tenantId} and b.sha256 = s.blob_sha256)
    insert into document_versions (tenant_id, document_id, number, name, state, quarantine_key, sha256, size, media_type,
      blob_sha256, problem)
    select tenant_id, ${to}, 1, name, state, quarantine_key, sha256, size, media_type, blob_sha256, problem from shared`.execute(
    db,
  )
}

/** Locked until the commit. */
export const lockVersion = (db: Db, tenantId: string, documentId: string, number: number) =>
  ofDocument(db, tenantId, documentId).where('number', '=', number).forUpdate().executeTakeFirst()

export interface VersionChange {
  state?: string
  quarantine_key?: string | null
  sha256?: Buffer
  size?: number
  media_type?: string
  blob_sha256?: Buffer
  thumbnail?: string
  thumbnail_sha256?: Buffer
  pages?: string
  page_count?: number
  text?: string
  text_cut?: boolean
  ocr?: string
  preview?: string
  /** As JSON. */
  preview_data?: string
  problem?: string | null
  tries?: number
}

export async function changeVersion(
  db: Db,
  tenantId: string,
  documentId: string,
  number: number,
  change: VersionChange,
) {
  await db
    .updateTable('document_versions')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .execute()
}

/** A document as its newest version that can be used makes it. */
export interface Settled {
  id: string
  task_id: string | null
  instance_id: string | null
  workflow_id: string | null
  name: string
  current_version: number
}

/**
 * The newest clean version is the current one, or the newest while none is clean. Bytes that were approved and are no
 * longer the current ones are asked about again. The document is held: what is read here stays so until the commit.
 */
export async function settleCurrent(db: Db, tenantId: string, documentId: string) {
  const newest = await sql<Pick<StoredVersion, 'number' | 'state' | 'sha256' | 'size' | 'media_type'>>`
    select number, state, sha256, size, media_type from document_versions
    where tenant_id = ${tenantId} and document_id = ${documentId}
    order by state = 'clean' desc, number desc limit 1`.execute(db)
  const [current] = newest.rows
  if (!current) throw new Error('a document has a version')
  const { number, state, sha256, size, media_type } = current
  const { rows } = await sql<Settled>`
    update documents d set current_version = ${number}, state = ${state}, sha256 = ${sha256}, size = ${size},
      media_type = ${media_type}, family = ${familyOf(media_type)}, updated_at = now(), version = d.version + 1,
      version_count = (select count(*) from document_versions v where v.tenant_id = ${tenantId} and v.document_id = ${documentId}),
      status = case when ${state} = 'clean' and exists (
        select from (select e.number, e.sha256 from document_decisions e
          where e.tenant_id = ${tenantId} and e.document_id = ${documentId} order by e.id desc limit 1) decided
        where (decided.number, decided.sha256) is distinct from (${number}::int, ${sha256}::bytea))
        then 'review' else d.status end
    where d.tenant_id = ${tenantId} and d.id = ${documentId}
    returning d.id, d.task_id, d.instance_id, d.workflow_id, d.name, d.current_version`.execute(db)
  const [settled] = rows
  if (!settled) throw new Error('the document is held')
  return settled
}
