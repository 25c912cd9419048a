import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { readTenant } from '../db/in-tenant.ts'
import { waitForIndexing } from '../search/index-lock.ts'
import type { Storage } from '../storage/storage.ts'
import {
  erasableTables,
  eraseRows,
  finishErasure,
  openUploads,
  quarantinedFiles,
  stripAudit,
} from './erasure.queries.ts'

const CHUNK_SIZE = 2_000
/** Until the engine's list shows what has ended. */
const LIST_PAUSE_MS = 1_000
const MAX_ROUNDS = 300
const REASON = 'The workspace was closed'

export interface ErasureParts {
  ctx: Context
  storage: Storage
  engine: Client
}

async function inChunks(erase: () => Promise<number>): Promise<number> {
  let total = 0
  for (let gone = await erase(); gone > 0; gone = await erase()) total += gone
  return total
}

/** Whatever runs for a tenant and could go on for long has the tenant as the second part of its id. */
const RUNNING = (tenantId: string) =>
  `ExecutionStatus = 'Running' AND (${['instance', 'redate', 'export', 'connection', 'settle', 'release']
    .map((kind) => `WorkflowId STARTS_WITH '${kind}:${tenantId}:'`)
    .join(' OR ')})`

async function terminate(engine: Client, workflowId: string): Promise<void> {
  try {
    await engine.workflow.getHandle(workflowId).terminate(REASON)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

async function stopRuns(engine: Client, tenantId: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let running = 0
    for await (const { workflowId } of engine.workflow.list({ query: RUNNING(tenantId) })) {
      await terminate(engine, workflowId)
      running++
    }
    if (running === 0) return
    await sleep(LIST_PAUSE_MS)
  }
  throw new Error('the runs of a closed workspace go on')
}

async function eraseFiles({ ctx, storage }: ErasureParts, tenantId: TenantId): Promise<number> {
  const { waiting, uploads } = await readTenant(ctx, { tenantId }, async ({ db }) => ({
    waiting: await quarantinedFiles(db, tenantId),
    uploads: await openUploads(db, tenantId),
  }))
  for (const { object_key, multipart_id } of uploads) {
    await storage.parts.drop({ objectKey: object_key, multipartId: multipart_id })
  }
  const waitingKeys = [...waiting.flatMap(({ key }) => key ?? []), ...uploads.map(({ object_key }) => object_key)]
  return storage.removeTenant(tenantId, waitingKeys)
}

/**
 * Takes a closed workspace out of the engine, the object store and the database. Begun again after a failure it goes on
 * where it was, and it ends only when nothing is left but what the audit chain keeps.
 */
export async function eraseWorkspace(parts: ErasureParts, id: string): Promise<void> {
  const { ctx, engine } = parts
  const tenantId = TenantId.parse(id)
  const pool = ctx.pools.tenant
  const erase = (table: string) => inChunks(() => eraseRows(pool, tenantId, table, CHUNK_SIZE))
  // What waits in the outbox would start runs again.
  await erase('outbox')
  await stopRuns(engine, tenantId)
  await waitForIndexing(pool, tenantId)
  const objects = await eraseFiles(parts, tenantId)
  let rows = 0
  for (const table of await erasableTables(pool)) rows += await erase(table)
  await stopRuns(engine, tenantId)
  const stripped = await inChunks(() => stripAudit(pool, tenantId, CHUNK_SIZE))
  const remaining = await finishErasure(pool, tenantId)
  if (remaining.length > 0) throw new Error(`a closed workspace still has rows in ${remaining.join(', ')}`)
  ctx.log.info({ tenant_id: tenantId, rows, objects, audit_rows: stripped }, 'a closed workspace was erased')
}
