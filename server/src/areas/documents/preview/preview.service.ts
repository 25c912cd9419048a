import { Preview, type previewDocument } from '@throughline/contracts/document-preview'
import { ProcessingStep } from '@throughline/contracts/documents'
import type { Made } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { requireVisibleDocument } from '../document-visibility.ts'
import { canBeShown } from '../family.ts'
import { readingOf } from '../processing/office/read-office.ts'
import { findVersion, type StoredVersion } from '../version.queries.ts'
import { previewData, textParts } from './preview.queries.ts'

/** A text is shown from its beginning; who wants all of it downloads it. */
const SHOWN_PARTS = 16

const none = (reason: Extract<Preview, { kind: 'none' }>['reason']): Preview => ({ kind: 'none', reason })

async function textOf(tx: ReadTx, documentId: string, version: StoredVersion): Promise<Preview> {
  if (version.text === 'waiting') return none('waiting')
  if (version.text === 'failed') return none('failed')
  const parts = await textParts(tx.db, tx.tenantId, documentId, version.number, SHOWN_PARTS + 1)
  const shown = parts.slice(0, SHOWN_PARTS)
  const text = shown.map(({ content }) => content).join('')
  return { kind: 'text', text, cut: version.text_cut || parts.length > SHOWN_PARTS }
}

async function storedPreviewOf(tx: ReadTx, documentId: string, { number, preview }: StoredVersion): Promise<Preview> {
  if (preview === 'waiting') return none('waiting')
  if (preview !== 'done') return none('failed')
  return z.parse(Preview, await previewData(tx.db, tx.tenantId, documentId, number))
}

const WITHHELD = ['failed', 'waiting', 'none'] as const

/** What a browser is to draw from the bytes was drawn by us before: what we could not draw is not given to it. */
function drawnByPage({ media_type, pages, page_count, thumbnail }: StoredVersion): Preview {
  const isPdf = media_type === 'application/pdf'
  const steps = z.parse(z.array(ProcessingStep), isPdf ? [pages, thumbnail] : [thumbnail])
  const missing = WITHHELD.find((state) => steps.includes(state))
  if (missing) return none(missing === 'none' ? 'unsupported' : missing)
  return isPdf ? { kind: 'pdf', pages: page_count } : { kind: 'image' }
}

async function previewFor(tx: ReadTx, documentId: string, version: StoredVersion): Promise<Preview> {
  const { state, media_type } = version
  if (state !== 'clean') return none('withheld')
  if (readingOf(version)) return await storedPreviewOf(tx, documentId, version)
  if (media_type.startsWith('text/')) return await textOf(tx, documentId, version)
  return canBeShown(media_type) ? drawnByPage(version) : none('unsupported')
}

export const previewOf = (
  ctx: Context,
  viewer: Viewer,
  id: DocumentId,
  wanted: number | undefined,
): Promise<Made<typeof previewDocument>> =>
  readTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id)
    const version = await findVersion(tx.db, tx.tenantId, id, wanted ?? document.current_version)
    if (!version) throw notFound('This version')
    const { number, name, media_type, size } = version
    const preview = await previewFor(tx, id, version)
    return { data: { version_number: number, name, content_type: media_type, size, preview } }
  })
