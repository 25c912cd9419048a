import type { Preview, PreviewRun } from '@throughline/contracts/document-preview'

const runsText = (runs: readonly PreviewRun[]) => runs.map(({ text }) => text).join('')

const cellsText = (rows: readonly (readonly string[])[]) => rows.map((cells) => cells.join(' · '))

/** What a preview says, line by line; undefined where it says nothing in words. */
export function linesOf(preview: Preview): string[] | undefined {
  if (preview.kind === 'text') return preview.text.split(/\r?\n/)
  if (preview.kind === 'table') return preview.sheets.flatMap(({ name, rows }) => [name, ...cellsText(rows)])
  if (preview.kind !== 'words') return undefined
  return preview.blocks.flatMap((block) => (block.kind === 'table' ? cellsText(block.rows) : [runsText(block.runs)]))
}

/** Whether only the beginning was read. */
export const isCut = (preview: Preview): boolean =>
  preview.kind === 'table'
    ? preview.sheets.some(({ cut }) => cut)
    : (preview.kind === 'text' || preview.kind === 'words') && preview.cut

export const pagesOf = (preview: Preview): number | null => (preview.kind === 'pdf' ? preview.pages : null)
