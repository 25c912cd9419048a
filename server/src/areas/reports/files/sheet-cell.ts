/** Of a file: its type is one of the contract's, as it came on the command line. */
export interface FileColumn {
  name: string
  type: string
}

const DAY_MS = 86_400_000
/** The day before the first, with the leap day that spreadsheets believe 1900 to have had. */
const EPOCH = Date.UTC(1899, 11, 30)
const FIRST_DAY = Date.UTC(1900, 2, 1)

/** Most texts have nothing of this, and stand as they are. */
const SPECIAL = /[^\t\n\u0020-\ufffd]|[&<>"_]/
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML cannot hold these; the format has its own way to write them. */
const UNWRITABLE = /[^\t\n\u0020-\ufffd]/g
const coded = (letter: string) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

function escaped(text: string): string {
  if (!SPECIAL.test(text)) return text
  const literal = text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text
  return literal.replace(UNWRITABLE, coded).replace(/[&<>"]/g, (letter) => NAMED[letter] ?? letter)
}

/** Without the mark, spaces at either end would be lost. */
function text(value: string): string {
  const mark = /^[ \t\r\n]|[ \t\r\n]$/.test(value) ? ' xml:space="preserve"' : ''
  return `<c t="inlineStr"><is><t${mark}>${escaped(value)}</t></is></c>`
}

/** Numbers that a spreadsheet would round stay texts. */
const isExact = (value: string) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && value.replace(/\D/g, '').length <= 15 && Number.isFinite(Number(value))

/** A moment as the days since the epoch of spreadsheets, or nothing where it is before what they can show. */
export const serialOf = (at: number): string | undefined =>
  at >= FIRST_DAY ? String((at - EPOCH) / DAY_MS) : undefined

/** As COPY writes days and moments; years of more than four digits, BC, and infinity stay texts. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?)?$/

function moment(value: string, style: number): string {
  const [, day, time = '00:00:00', hours = '+00', minutes = ':00'] = MOMENT.exec(value) ?? []
  const serial = day === undefined ? undefined : serialOf(Date.parse(`${day}T${time}${hours}${minutes}`))
  return serial === undefined ? text(value) : `<c s="${style}"><v>${serial}</v></c>`
}

/** Typed, and never a formula. */
export function sheetCell(value: string | null, type: string): string {
  if (value === null) return '<c/>'
  if (type === 'number' && isExact(value)) return `<c><v>${value}</v></c>`
  if (type === 'boolean') return `<c t="b"><v>${value === 't' ? 1 : 0}</v></c>`
  if (type === 'date') return moment(value, 1)
  if (type === 'timestamp') return moment(value, 2)
  return text(value)
}
