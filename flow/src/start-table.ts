import type { Field } from './document.ts'
import type { Json } from './eval/tree.ts'
import { wordsOf } from './form-mapping.ts'

export type Table = { headers: readonly string[]; rows: readonly (readonly string[])[] }

/** A tab where a spreadsheet was copied; else whichever of comma and semicolon the first line has more of, outside quotes. */
function separatorOf(text: string): string {
  const line = (text.split(/\r\n|\r|\n/).find((one) => one.trim() !== '') ?? '').replaceAll(/"[^"]*"/g, '')
  if (line.includes('\t')) return '\t'
  return line.split(';').length > line.split(',').length ? ';' : ','
}

/** Cells of a CSV file or of what a spreadsheet copies: quoted ones may hold separators, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const separator = separatorOf(text)
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    line.push(cell.trim())
    cell = ''
  }
  const endLine = () => {
    endCell()
    lines.push(line)
    line = []
  }
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (quoted) {
      if (char !== '"') cell += char
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else quoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      quoted = true
    } else if (char === separator) endCell()
    else if (char === '\n') endLine()
    else if (char !== '\r') cell += char
    else if (text.charAt(at + 1) !== '\n') endLine()
  }
  endLine()
  return lines
}

/** The first line names the columns. Empty lines are left out; cells beyond the headings are none of the table's. */
export function parseTable(text: string): Table {
  const [headers = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, '')).filter((line) =>
    line.some((cell) => cell !== ''),
  )
  return { headers, rows: rows.map((line) => headers.map((_, at) => line[at] ?? '')) }
}

/** What a column can be: a field, or something that every instance has, by name and by the words people know it by. */
export type ColumnTarget = { value: string; labels: readonly string[] }

/** Columns that are called like a target, each target once; null where nothing is called so. */
export function matchColumns(headers: readonly string[], targets: readonly ColumnTarget[]): (string | null)[] {
  const open = new Set(targets)
  return headers.map((header) => {
    const words = wordsOf(header)
    const found = [...open].find(({ labels }) => words !== '' && labels.some((label) => wordsOf(label) === words))
    if (found) open.delete(found)
    return found?.value ?? null
  })
}

const YES = ['yes', 'true', '1', 'x', '✓', 'y']
const NO = ['no', 'false', '0', 'n']
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/

/** A cell as an answer to the field. What cannot be read stays as it was written, so that checking it says what is wrong. */
export function answerFromCell({ type, options = [] }: Pick<Field, 'type' | 'options'>, cell: string): Json {
  const word = cell.toLowerCase()
  if (type === 'checkbox') return YES.includes(word) ? true : NO.includes(word) ? false : cell
  if (type === 'number' || type === 'currency') return GROUPED.test(cell) ? cell.replaceAll(',', '') : cell
  if (type === 'select') {
    const named =
      options.find(({ value }) => value === cell) ?? options.find(({ label }) => label.toLowerCase() === word)
    return named?.value ?? cell
  }
  return cell
}
