import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { findVersion } from '../version.queries.ts'
import { noteStep, planSteps, type Work } from './note.ts'
import { keepOcr } from './ocr.ts'
import { keepPages, keepPreview, keepThumbnail } from './preview.ts'
import { scanQuarantined } from './scan.ts'
import { type Lot, scanLot, type VersionRef } from './scan-lot.ts'
import type { Step } from './steps.ts'
import { keepText } from './text.ts'

export type { VersionRef } from './scan-lot.ts'

export interface ProcessedVersion {
  tenantId: string
  documentId: string
  number: number
}

const scopeOf = ({ tenantId }: ProcessedVersion) => ({ tenantId: TenantId.parse(tenantId) })
const load = (ctx: Context, version: ProcessedVersion) =>
  readTenant(ctx, scopeOf(version), ({ db, tenantId }) => findVersion(db, tenantId, version.documentId, version.number))

/** Each looks first whether it is done already: a repeat after a crash changes nothing. */
export function createProcessingActivities(ctx: Context, storage: Storage) {
  return {
    scanLot: ({ tenantId, after }: { tenantId: string; after?: VersionRef }): Promise<Lot> =>
      scanLot({ ctx, storage }, { tenantId: TenantId.parse(tenantId) }, after),

    /** Whether it may be worked on: neither of what was purged meanwhile nor of what was not found clean. */
    scanVersion: async (version: ProcessedVersion): Promise<boolean> => {
      const stored = await load(ctx, version)
      if (stored?.state !== 'quarantined') return stored?.state === 'clean'
      return await scanQuarantined({ ctx, storage }, scopeOf(version), { ...stored, document_id: version.documentId })
    },

    /** Which steps there are to do. */
    planReading: (version: ProcessedVersion): Promise<Step[]> =>
      planSteps(ctx, scopeOf(version), version.documentId, version.number),

    noteFailure: ({ step, ...version }: ProcessedVersion & { step: Step }): Promise<void> =>
      noteStep(ctx, scopeOf(version), version.documentId, version.number, step, { state: 'failed' }),
  }
}
export type ProcessingActivities = ReturnType<typeof createProcessingActivities>

/** What opens files: each by a process of its own, so only a few at the same time. */
export function createReadingActivities(ctx: Context, storage: Storage) {
  const step = (name: Step, work: (work: Work) => Promise<void>) => async (processed: ProcessedVersion) => {
    const version = await load(ctx, processed)
    if (version?.state !== 'clean' || version[name] !== 'waiting') return
    await work({ ctx, storage, scope: scopeOf(processed), documentId: processed.documentId, version })
  }
  return {
    pages: step('pages', keepPages),
    thumbnail: step('thumbnail', keepThumbnail),
    text: step('text', keepText),
    ocr: step('ocr', keepOcr),
    preview: step('preview', keepPreview),
  } satisfies Record<Step, unknown>
}
export type ReadingActivities = ReturnType<typeof createReadingActivities>
