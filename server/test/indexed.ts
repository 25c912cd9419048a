import type { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { insertTexts, partsOf } from '../src/areas/documents/processing/text-parts.ts'
import { buildTurn, indexTurn, reindexTenant } from '../src/areas/search/indexing/index-turn.ts'
import type { Kind } from '../src/areas/search/kinds/kind.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'

/** Indexes what has changed, as the worker does it a moment later. */
export async function indexChanges(ctx: Context, tenantId: TenantId, kinds?: readonly Kind[]): Promise<void> {
  while (await indexTurn(ctx, tenantId, kinds));
}

/** Indexes all that a workspace has, also what a test wrote straight into its tables. */
export async function indexAnew(ctx: Context, tenantId: TenantId, kinds?: readonly Kind[]): Promise<void> {
  await reindexTenant(ctx, tenantId)
  while (await buildTurn(ctx, tenantId, kinds));
}

interface FileSpec {
  name: string
  /** Pages end with a form feed. */
  text?: string
  description?: string
  workflowId?: string
  instanceId?: string
}

/** A PDF whose text was read, without the bytes. */
export const makeReadFile = (ctx: Context, tenantId: TenantId, spec: FileSpec): Promise<string> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into documents (tenant_id, name, description, workflow_id, instance_id, size, media_type, family, state)
      values (${tenantId}, ${spec.name}, ${spec.description ?? ''}, ${spec.workflowId ?? null}, ${spec.instanceId ?? null}, 10,
        'application/pdf', 'document', 'clean') returning id`.execute(tx.db)
    const id = rows[0]?.id ?? ''
    await sql`insert into blobs (tenant_id, sha256, bytes, media_type, object_key, ref_count)
      values (${tenantId}, sha256(${id}::bytea), 10, 'application/pdf', ${id}, 1)`.execute(tx.db)
    await sql`insert into document_versions (tenant_id, document_id, number, name, media_type, size, state, text, blob_sha256)
      values (${tenantId}, ${id}, 1, ${spec.name}, 'application/pdf', 10, 'clean', 'done', sha256(${id}::bytea))`.execute(
      tx.db,
    )
    await insertTexts(tx, { id, number: 1 }, partsOf(Buffer.from(spec.text ?? ''), true))
    return id
  })
