import type { PreviewSheet } from '@throughline/contracts/document-preview'

export type Cell = { row: number; column: number }
export type SheetCell = Cell & { sheet: number }

const NARROWEST = 72
const WIDEST = 320
const LETTER = 7.2
const PADDING = 20
const MEASURED_ROWS = 200

/** Every cell of every sheet, as they are searched, and how to find the place of each again. */
export function cellsOf(sheets: readonly PreviewSheet[]) {
  const texts: string[] = []
  const begins: { piece: number; sheet: number; row: number }[] = []
  for (const [sheet, { rows }] of sheets.entries()) {
    for (const [row, cells] of rows.entries()) {
      begins.push({ piece: texts.length, sheet, row })
      texts.push(...cells)
    }
  }
  const placeOf = (piece: number): SheetCell | undefined => {
    const found = begins.findLast((one) => one.piece <= piece)
    return found && { sheet: found.sheet, row: found.row, column: piece - found.piece }
  }
  /** The first piece of each row of a sheet. */
  const rowsOf = (sheet: number) => begins.filter((one) => one.sheet === sheet).map(({ piece }) => piece)
  return { texts, placeOf, rowsOf }
}

const columnsIn = ({ rows }: PreviewSheet): number => rows.reduce((most, cells) => Math.max(most, cells.length), 0)

/** A, B … Z, AA, AB … */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

/** By what stands in the first rows of each. */
export function widthsOf(sheet: PreviewSheet): number[] {
  const measured = sheet.rows.slice(0, MEASURED_ROWS)
  return Array.from({ length: columnsIn(sheet) }, (_, column) => {
    const longest = measured.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0)
    return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest * LETTER) + PADDING))
  })
}

/** Where a key leads from a cell; undefined where it is not about cells. */
export function cellAfter(key: string, { row, column }: Cell, rows: number, columns: number, page: number) {
  const moves: Record<string, Cell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const to = moves[key]
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
  return to && { row: within(to.row, rows), column: within(to.column, columns) }
}

/** A number stands at the right, as in a spreadsheet. */
export const isNumber = (text: string): boolean => /^[-+(]?[$€£]?\s?\d[\d.,\s]*%?\)?$/.test(text)
