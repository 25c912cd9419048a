import * as xlsx from '@e965/xlsx'
import type { PreviewSheet } from '@throughline/contracts/document-preview'
import { plain, type Read } from './reading.ts'

const MAX_ROWS = 500
const MAX_COLUMNS = 50
const MAX_SHEETS = 30
const CELL_CHARACTERS = 1_000
/** Of all sheets together. */
const MAX_CHARACTERS = 1_000_000

const LEAN = { dense: true, cellFormula: false, cellHTML: false, bookVBA: false, sheetRows: MAX_ROWS + 1 }

/** As they are formatted, from the first cell on; whatever a formula once came to is a text like others. */
function rowsOf(sheet: xlsx.WorkSheet): string[][] {
  if (!sheet['!ref']) return []
  const { e } = xlsx.utils.decode_range(sheet['!ref'])
  const end = { r: Math.min(e.r, MAX_ROWS - 1), c: Math.min(e.c, MAX_COLUMNS - 1) }
  const options = { header: 1, raw: false, defval: '', blankrows: true, range: { s: { r: 0, c: 0 }, e: end } } as const
  return xlsx.utils
    .sheet_to_json<string[]>(sheet, options)
    .map((row) => Array.from(row, (cell) => plain(cell, CELL_CHARACTERS)))
}

function isLarger(sheet: xlsx.WorkSheet): boolean {
  const whole: unknown = sheet['!fullref'] ?? sheet['!ref']
  if (typeof whole !== 'string') return false
  const { e } = xlsx.utils.decode_range(whole)
  return e.r >= MAX_ROWS || e.c >= MAX_COLUMNS
}

function readBook({ SheetNames, Sheets }: xlsx.WorkBook): Read {
  let left = MAX_CHARACTERS
  const sheets: PreviewSheet[] = []
  for (const name of SheetNames.slice(0, MAX_SHEETS)) {
    const sheet = Sheets[name]
    if (!sheet) continue
    const rows: string[][] = []
    const all = rowsOf(sheet)
    for (const row of all) {
      left -= row.reduce((sum, cell) => sum + cell.length + 1, 0)
      if (left < 0) break
      rows.push(row)
    }
    sheets.push({ name: plain(name, 100), rows, cut: isLarger(sheet) || rows.length < all.length })
  }
  const text = sheets.map(({ name, rows }) => [name, ...rows.map((row) => row.join('\t').trim())].join('\n'))
  return { preview: { kind: 'table', sheets }, text: text.join('\n\n') }
}

export const sheetsOf = (bytes: Buffer): Read => readBook(xlsx.read(bytes, { ...LEAN, type: 'buffer' }))

/** Every cell stays the text it is. The last row may be cut in half where the file was. */
export function delimitedOf(bytes: Buffer): Read {
  const text = new TextDecoder('utf-8').decode(bytes)
  // With the mark its reader takes no beginning for that of another format, but does not see a quote right behind it.
  const marked = text.startsWith('"') ? text : `\uFEFF${text}`
  const book = xlsx.read(marked, { ...LEAN, type: 'string', raw: true })
  return readBook(book)
}
