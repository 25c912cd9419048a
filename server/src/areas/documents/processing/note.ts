import { Unreadable } from '../../../core/confined/run-confined.ts'
import { type Scratch, withScratch } from '../../../core/confined/scratch.ts'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { publishDocumentFrame } from '../publish-frames.ts'
import { changeVersion, lockVersion, type StoredVersion, type VersionChange } from '../version.queries.ts'
import { stepsFor } from './readable.ts'
import { STEPS, type Step } from './steps.ts'

export interface ProcessingParts {
  ctx: Context
  storage: Storage
}

/** A version that was found clean, and what works on it. */
export interface Work extends ProcessingParts {
  scope: Scope
  documentId: string
  version: StoredVersion
}

/** What came of a step; `keep` is written in the transaction that notes it. */
export interface Outcome {
  state: 'done' | 'none' | 'failed'
  change?: VersionChange
  keep?: (tx: TenantTx) => Promise<void>
}

async function publishChange(tx: TenantTx, documentId: string): Promise<void> {
  const told = await tx.db
    .selectFrom('documents')
    .select(['id', 'task_id', 'instance_id', 'workflow_id', 'form_id', 'narrowed'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (told) await publishDocumentFrame(tx, 'document.changed', told)
}

/** Only of one that still waits: somebody else may have been faster, or have purged it. */
export const noteStep = (
  ctx: Context,
  scope: Scope,
  documentId: string,
  number: number,
  step: Step,
  { state, change = {}, keep }: Outcome,
): Promise<void> =>
  inTenant(ctx, scope, async (tx) => {
    const stored = await lockVersion(tx.db, tx.tenantId, documentId, number)
    if (stored?.[step] !== 'waiting') return
    await keep?.(tx)
    await changeVersion(tx.db, tx.tenantId, documentId, number, { ...change, [step]: state })
    await publishChange(tx, documentId)
  })

/** What files of this kind do not have is not waited for; says what still is. */
export const planSteps = (ctx: Context, scope: Scope, documentId: string, number: number): Promise<Step[]> =>
  inTenant(ctx, scope, async (tx) => {
    const stored = await lockVersion(tx.db, tx.tenantId, documentId, number)
    if (!stored) return []
    const waiting = STEPS.filter((step) => stored[step] === 'waiting')
    const wanted = stepsFor(stored)
    const none = waiting.filter((step) => !wanted.includes(step)).map((step) => [step, 'none'])
    if (none.length > 0) {
      await changeVersion(tx.db, tx.tenantId, documentId, number, Object.fromEntries(none))
      await publishChange(tx, documentId)
    }
    return waiting.filter((step) => wanted.includes(step))
  })

/** What cannot be read has failed at once; whatever else went wrong is tried again. */
export async function doStep(step: Step, work: Work, read: () => Promise<Outcome>): Promise<void> {
  const { ctx, scope, documentId, version } = work
  const outcome = await read().catch((error: unknown): Outcome => {
    if (!(error instanceof Unreadable)) throw error
    ctx.log.info({ document: documentId, step, why: error.message }, 'a file could not be read')
    return { state: 'failed' }
  })
  await noteStep(ctx, scope, documentId, version.number, step, outcome)
}

/** The version's bytes, or their beginning, as a file that is gone afterwards. */
export async function withContent<T>(
  { storage, scope, version }: Work,
  work: (scratch: Scratch) => Promise<T>,
  mostBytes = version.size,
): Promise<T> {
  if (!version.blob_sha256) throw new Error('what was found clean has content')
  const key = storage.keyOf({ sha256: version.blob_sha256.toString('hex') }, scope.tenantId)
  const range = mostBytes < version.size ? { start: 0, end: mostBytes - 1 } : undefined
  return await withScratch((await storage.read(key, range)).stream, work)
}
