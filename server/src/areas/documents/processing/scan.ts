import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { announce, type NewBlob, refer } from '../../../core/storage/blobs.queries.ts'
import { kindOfText } from '../../../core/storage/media-type.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { lockDocument } from '../lock-document.ts'
import { setCurrent } from '../new-current.ts'
import { publishDocumentFrame } from '../publish-frames.ts'
import { changeVersion, isAwaited, lockVersion, type StoredVersion, type VersionChange } from '../version.queries.ts'
import type { ProcessingParts } from './note.ts'
import { stepsFor } from './readable.ts'
import { startProcessing } from './start-processing.ts'
import { STEPS } from './steps.ts'

type Inspected = Awaited<ReturnType<Storage['inspect']>>

const LOST = 'The file was lost before it could be checked. Upload it again.'
const TOO_LARGE = 'The file is too large to scan for viruses.'

/** Only for one that still waits: whoever else got there first, or purged it, has the last word. */
async function settle(
  tx: TenantTx,
  documentId: string,
  number: number,
  change: () => Promise<VersionChange>,
): Promise<boolean> {
  const { db, tenantId } = tx
  const document = await lockDocument(tx, documentId)
  if (!document) return false
  const locked = await lockVersion(db, tenantId, documentId, number)
  if (locked?.state !== 'quarantined') return locked?.state === 'clean'
  const made = await change()
  const planned = made.state === 'clean' ? stepsFor({ ...locked, ...made }) : []
  const none = STEPS.filter((step) => !planned.includes(step)).map((step) => [step, 'none'])
  await changeVersion(db, tenantId, documentId, number, { ...made, ...Object.fromEntries(none), quarantine_key: null })
  if (planned.length > 0) startProcessing(tx, { documentId, number, tries: locked.tries })
  await setCurrent(tx, documentId)
  await publishDocumentFrame(tx, 'document.changed', document)
  if (made.state !== 'clean') {
    tx.audit({
      act: `document.${made.state}`,
      kind: 'document',
      id: documentId,
      data: { version: number, why: made.problem ?? '' },
    })
  }
  return made.state === 'clean'
}

/** What cannot be read will not be readable later; an object store or scanner that is away is tried again. */
function hopeless(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.status === 404) return LOST
  return error.status === 413 ? TOO_LARGE : undefined
}

/** A version that waits for the scanner, and whose it is. */
export type Waiting = StoredVersion & { document_id: string }

/** Found clean, and not yet kept. */
export interface CleanFile {
  waiting: Waiting
  sha256: string
  blob: NewBlob
}

const settleAs = (
  { ctx }: ProcessingParts,
  scope: Scope,
  { document_id, number }: Waiting,
  change: (tx: TenantTx) => Promise<VersionChange>,
) => inTenant(ctx, scope, (tx) => settle(tx, document_id, number, () => change(tx)))

/** Several documents may wait with the same bytes: with the last of them they leave quarantine. */
async function release({ ctx, storage }: ProcessingParts, scope: Scope, quarantineKey: string): Promise<void> {
  const waits = await readTenantOnce(ctx, scope, ({ db, tenantId }) => isAwaited(db, tenantId, quarantineKey))
  if (!waits) await storage.release(quarantineKey)
}

/** Settles what is lost, or in which something is found; undefined unless it is clean. */
export async function inspectQuarantined(
  parts: ProcessingParts,
  scope: Scope,
  waiting: Waiting,
): Promise<CleanFile | undefined> {
  const { storage } = parts
  const { quarantine_key, name, size, sha256: told } = waiting
  if (!quarantine_key) throw new Error('what is in quarantine lies somewhere')
  let found: Inspected
  try {
    found = await storage.inspect(quarantine_key)
  } catch (error) {
    const problem = hopeless(error)
    if (problem === undefined) throw error
    await settleAs(parts, scope, waiting, async () => ({ state: 'failed', problem }))
    return undefined
  }
  const { verdict, sha256 } = found
  const media_type = kindOfText(found.mediaType, name)
  const facts = { sha256: Buffer.from(sha256, 'hex'), size: found.size, media_type }
  const isWhole = found.size === size && (!told || told.equals(facts.sha256))
  if (verdict === 'clean' && isWhole) {
    const object_key = storage.keyOf(found, scope.tenantId)
    return { waiting, sha256, blob: { sha256: facts.sha256, bytes: facts.size, media_type, object_key } }
  }
  const change: VersionChange =
    verdict === 'clean'
      ? { state: 'failed', problem: LOST }
      : { ...facts, state: 'infected', problem: `It contains ${verdict.infected}.` }
  await settleAs(parts, scope, waiting, async () => change)
  await release(parts, scope, quarantine_key)
  return undefined
}

/** Its content was announced. Says whether it is clean still: somebody may have been faster, or have purged it. */
export async function keepClean(
  parts: ProcessingParts,
  scope: Scope,
  { waiting, sha256, blob }: CleanFile,
): Promise<boolean> {
  const { storage } = parts
  const { quarantine_key } = waiting
  if (!quarantine_key) throw new Error('what is in quarantine lies somewhere')
  await storage.copyOut(quarantine_key, scope.tenantId, sha256)
  const clean = await settleAs(parts, scope, waiting, async (tx) => {
    await refer(tx.db, tx.tenantId, blob)
    // The row is ours now, so that no cleaning takes the object; one that was taken just before is copied again.
    if (!(await storage.exists(blob.object_key))) throw new Error('the content was cleaned away meanwhile')
    const { media_type, bytes: size } = blob
    return { sha256: blob.sha256, size, media_type, state: 'clean', blob_sha256: blob.sha256, problem: null }
  })
  await release(parts, scope, quarantine_key)
  return clean
}

export async function scanQuarantined(parts: ProcessingParts, scope: Scope, waiting: Waiting): Promise<boolean> {
  const clean = await inspectQuarantined(parts, scope, waiting)
  if (!clean) return false
  await inTenant(parts.ctx, scope, ({ db, tenantId }) => announce(db, tenantId, clean.blob))
  return keepClean(parts, scope, clean)
}
