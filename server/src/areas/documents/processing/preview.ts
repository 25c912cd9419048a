import type { Preview } from '@throughline/contracts/document-preview'
import { doStep, type Work, withContent } from './note.ts'
import { readingOf, readOffice } from './office/read-office.ts'

/** Of a table in plain text as much is read as can be shown. */
const PLAIN_BYTES = 1_048_576

const beginningOf = (preview: Preview): Preview =>
  preview.kind === 'table' ? { ...preview, sheets: preview.sheets.map((sheet) => ({ ...sheet, cut: true })) } : preview

export const keepPreview = (work: Work): Promise<void> =>
  doStep('preview', work, async () => {
    const { version } = work
    const reading = readingOf(version)
    if (!reading) throw new Error('files of this kind have no preview to be kept')
    const mostBytes = reading === 'delimited' ? Math.min(PLAIN_BYTES, version.size) : version.size
    const { preview } = await withContent(work, (scratch) => readOffice(scratch, reading), mostBytes)
    const shown = mostBytes < version.size ? beginningOf(preview) : preview
    return { state: 'done', change: { preview_data: JSON.stringify(shown) } }
  })
