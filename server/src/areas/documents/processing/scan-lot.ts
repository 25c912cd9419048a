import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { eachLimited } from '../../../core/each-limited.ts'
import { announceAll } from '../../../core/storage/blobs.queries.ts'
import { quarantinedAfter } from '../version.queries.ts'
import type { ProcessingParts } from './note.ts'
import { type CleanFile, inspectQuarantined, keepClean, type Waiting } from './scan.ts'

/** As many as one activity takes, and how many of them at the same time. */
const LOT = 50
const AT_ONCE = 4
/** What is larger takes long enough to be worth an activity of its own. */
const LARGE = 8 * 1_048_576

export interface VersionRef {
  documentId: string
  number: number
}

export interface Lot {
  scanned: number
  /** Still in quarantine, since scanner, store or database did not answer. */
  failed: number
  large: (VersionRef & { tenantId: string })[]
  /** Where the next lot begins, if there may be one. */
  next?: VersionRef
}

/** The next files of a tenant that wait for the scanner. The content of all that are clean is announced together. */
export async function scanLot(parts: ProcessingParts, scope: Scope, after?: VersionRef): Promise<Lot> {
  const { ctx } = parts
  const { tenantId } = scope
  const waiting = await readTenantOnce(ctx, scope, ({ db }) => quarantinedAfter(db, tenantId, after, LOT))
  const lot: Lot = { scanned: 0, failed: 0, large: [] }
  for (const { document_id: documentId, number, size } of waiting)
    if (size > LARGE) lot.large.push({ tenantId, documentId, number })
  const small = waiting.filter(({ size }) => size <= LARGE)
  const unlessFailed = async ({ document_id }: Waiting, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      lot.failed++
      ctx.log.warn({ err: error, document: document_id }, 'a file could not be scanned yet')
    }
  }
  const clean: CleanFile[] = []
  await eachLimited(small, AT_ONCE, (version) =>
    unlessFailed(version, async () => {
      const found = await inspectQuarantined(parts, scope, version)
      if (found) clean.push(found)
      else lot.scanned++
    }),
  )
  const blobs = clean.map(({ blob }) => blob)
  if (blobs.length > 0) await inTenant(ctx, scope, ({ db }) => announceAll(db, tenantId, blobs))
  await eachLimited(clean, AT_ONCE, (file) =>
    unlessFailed(file.waiting, async () => {
      await keepClean(parts, scope, file)
      lot.scanned++
    }),
  )
  const last = waiting.at(-1)
  return last && waiting.length === LOT ? { ...lot, next: { documentId: last.document_id, number: last.number } } : lot
}
