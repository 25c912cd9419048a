/** What a spreadsheet begins a formula with, in both widths; the same as csvStream guards against. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const QUOTED = /[",\r\n]/

/** The mark that tells a spreadsheet that the file is UTF-8. */
export const CSV_MARK = '\ufeff'

/** Numbers of columns that hold nothing else may begin with a sign. */
function cell(value: string | null, isNumber: boolean): string {
  if (value === null) return ''
  const safe = !isNumber && FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV file whose cells are texts already, for files of millions of them. */
export function csvLine(cells: readonly (string | null)[], numbers: readonly boolean[]): string {
  let line = ''
  for (let n = 0; n < cells.length; n++) line += (n === 0 ? '' : ',') + cell(cells[n] ?? null, numbers[n] === true)
  return `${line}\r\n`
}
