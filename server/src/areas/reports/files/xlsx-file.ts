import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ZipFile } from 'yazl'
import { cellsOf } from '../run/row-blocks.ts'

/** The rows of a stored answer, some at a time, as they are read; stopped when the reader stops. */
async function* rowsIn(stored: Readable): AsyncGenerator<(string | null)[][]> {
  const plain = stored.pipe(createGunzip())
  stored.on('error', (error) => plain.destroy(error))
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of plain) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map(cellsOf)
    }
    if (rest !== '') yield [cellsOf(rest)]
  } finally {
    stored.destroy()
  }
}

/** Of a file: its type is one of the contract's, as it came on the command line. */
export interface FileColumn {
  name: string
  type: string
}

/** What a cell of a spreadsheet holds. */
export const MAX_CELL = 32_767
/** What a sheet holds, its head among them. */
const SHEET_ROWS = 1_048_576
const DAY_MS = 86_400_000
/** The day before the first, with the leap day that spreadsheets believe 1900 to have had. */
const EPOCH = Date.UTC(1899, 11, 30)
const FIRST_DAY = Date.UTC(1900, 2, 1)
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

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

const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

/** Numbers that a spreadsheet would round stay texts. */
const isExact = (value: string) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && value.replace(/\D/g, '').length <= 15 && Number.isFinite(Number(value))

function moment(value: string, style: number): string {
  const at = Date.parse(
    /[+-]\d\d$/.test(value)
      ? `${value.replace(' ', 'T')}:00`
      : `${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`,
  )
  return Number.isNaN(at) || at < FIRST_DAY ? text(value) : `<c s="${style}"><v>${(at - EPOCH) / DAY_MS}</v></c>`
}

/** Typed, and never a formula. */
function cell(value: string | null, type: string): string {
  if (value === null) return '<c/>'
  if (type === 'number' && isExact(value)) return `<c><v>${value}</v></c>`
  if (type === 'boolean') return `<c t="b"><v>${value === 't' ? 1 : 0}</v></c>`
  if (type === 'date') return moment(value, 1)
  if (type === 'timestamp') return moment(value, 2)
  return text(value)
}

const row = (cells: string) => `<row>${cells}</row>`

type Rows = readonly (readonly (string | null)[])[]

/** Hands out rows, some at a time and never more than are wanted. */
function rowFeed(batches: AsyncIterator<Rows>) {
  let left: Rows = []
  return async (most: number): Promise<Rows | undefined> => {
    if (left.length === 0) {
      const next = await batches.next()
      if (next.done === true) return undefined
      left = next.value
    }
    const given = left.slice(0, most)
    left = left.slice(most)
    return given
  }
}

/** One sheet, of the rows that are next. */
async function* sheet(columns: readonly FileColumn[], next: ReturnType<typeof rowFeed>): AsyncGenerator<Buffer> {
  const types = columns.map(({ type }) => type)
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${row(columns.map(({ name }) => text(name)).join(''))}`,
  )
  let room = SHEET_ROWS - 1
  for (let rows = await next(room); rows !== undefined; rows = room > 0 ? await next(room) : undefined) {
    room -= rows.length
    let out = ''
    for (const cells of rows) {
      out += '<row>'
      for (let n = 0; n < cells.length; n++) out += cell(cells[n] ?? null, types[n] ?? 'text')
      out += '</row>'
    }
    yield Buffer.from(out)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

function partsOf(sheets: readonly number[]): Record<string, string> {
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const overrides = sheets.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${office}.worksheet+xml"/>`,
  )
  const relations = sheets.map(
    (n) => `<Relationship Id="rId${n}" Type="${RELS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  const listed = sheets.map(
    (n) => `<sheet name="${n === 1 ? 'Report' : `Report ${n}`}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  const packageRels = 'http://schemas.openxmlformats.org/package/2006'
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${packageRels}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${packageRels}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${packageRels}/relationships">${relations.join('')}<Relationship Id="rId0" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  }
}

/** A workbook that is written as its rows are read, however many there are. */
export function xlsxFile(columns: readonly FileColumn[], stored: Readable, rowCount: number): Readable {
  const zip = new ZipFile()
  const sheets = Array.from({ length: Math.max(1, Math.ceil(rowCount / (SHEET_ROWS - 1))) }, (_, n) => n + 1)
  for (const [name, content] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(content), name)
  const next = rowFeed(rowsIn(stored))
  // One after the other, each when the one before it is written.
  for (const n of sheets)
    zip.addReadStreamLazy(`xl/worksheets/sheet${n}.xml`, { compressionLevel: 3 }, (done) =>
      done(null, Readable.from(sheet(columns, next), { objectMode: false })),
    )
  zip.end()
  return Readable.from(zip.outputStream, { objectMode: false })
}
