import type { FormContent } from '@throughline/contracts/form-content'
import type { FormClosed } from '@throughline/contracts/forms'
import type { CompiledForm } from '@throughline/flow/form'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { closedOf } from './closed.ts'
import { readCompiled, readContent } from './content.ts'
import { submissionCounts } from './submission-count.ts'

const findRow = (db: Db, tenantId: string, formId: string) =>
  db
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'f.tenant_id')
        .onRef('v.form_id', '=', 'f.id')
        .onRef('v.number', '=', 'f.current_version'),
    )
    .innerJoin('tenants as t', 't.id', 'f.tenant_id')
    .leftJoin('form_banners as b', (join) =>
      join.onRef('b.tenant_id', '=', 'f.tenant_id').on('b.id', '=', sql<string>`(v.content->'banner'->>'id')::uuid`),
    )
    .select(['f.closed_at', 'f.closes_at', 'f.closes_after', 'f.last_response_at'])
    .select(['f.max_files', 'f.max_megabytes', 'f.max_megabytes_a_day', 't.name as organisation'])
    .select(['v.number', 'v.hash', 'v.content', 'v.compiled'])
    .select(['b.object_key', 'b.media_type', 'b.width', 'b.height'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.id', '=', formId)
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst()

/** The version that people fill in, and whether they may now. */
export interface PublicVersion {
  number: number
  hash: string
  content: FormContent
  compiled: CompiledForm
  closed: z.input<typeof FormClosed> | null
  limits: { files: number; megabytes: number; megabytes_a_day: number }
  /** Who receives the answers. */
  organisation: string
  /** The picture itself; how it is shown stands in `content.banner`. */
  banner: { objectKey: string; mediaType: string; width: number; height: number } | null
}

/** Undefined where the form is not published, in the trash, or unknown. */
export async function findPublicVersion(tx: ReadTx, formId: string): Promise<PublicVersion | undefined> {
  const row = await findRow(tx.db, tx.tenantId, formId)
  if (!row) return undefined
  const received = row.closes_after === null ? undefined : (await submissionCounts(tx, [formId])).get(formId)
  const { object_key: objectKey, media_type: mediaType, width, height } = row
  const hasBanner = objectKey !== null && mediaType !== null && width !== null && height !== null
  return {
    number: row.number,
    hash: row.hash,
    content: readContent(row.content),
    compiled: readCompiled(row.compiled),
    closed: closedOf(row, received ?? 0, new Date()),
    limits: { files: row.max_files, megabytes: row.max_megabytes, megabytes_a_day: row.max_megabytes_a_day },
    organisation: row.organisation,
    banner: hasBanner ? { objectKey, mediaType, width, height } : null,
  }
}
