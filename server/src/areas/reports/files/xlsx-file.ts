import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { sheetBytes } from './sheet-bytes.ts'
import { type FileColumn, sheetCell } from './sheet-cell.ts'
import { wholeLines } from './whole-lines.ts'

/** What a cell of a spreadsheet holds. */
export const MAX_CELL = 32_767
/** What a sheet holds, its head among them. */
const SHEET_ROWS = 1_048_576
const LINE_FEED = 0x0a
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Hands out whole lines, some at a time and never more than are wanted, and says how many. */
function lineFeed(batches: AsyncIterator<Buffer>) {
  let left: Buffer = Buffer.alloc(0)
  return async (most: number): Promise<{ lines: Buffer; count: number } | undefined> => {
    if (left.length === 0) {
      const next = await batches.next()
      if (next.done === true) return undefined
      left = next.value
    }
    let [count, end] = [0, 0]
    for (; count < most && end < left.length; count++) end = left.indexOf(LINE_FEED, end) + 1
    const lines = left.subarray(0, end)
    left = left.subarray(end)
    return { lines, count }
  }
}

/** One sheet, of the rows that are next. */
async function* sheet(
  columns: readonly FileColumn[],
  next: ReturnType<typeof lineFeed>,
  sheetRows: number,
): AsyncGenerator<Buffer> {
  const types = columns.map(({ type }) => type)
  const head = columns.map(({ name }) => sheetCell(name, 'text')).join('')
  yield Buffer.from(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData><row>${head}</row>`)
  let room = sheetRows - 1
  for (let some = await next(room); some !== undefined; some = room > 0 ? await next(room) : undefined) {
    room -= some.count
    yield sheetBytes(some.lines, types)
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
export function xlsxFile(
  columns: readonly FileColumn[],
  stored: Readable,
  rowCount: number,
  sheetRows = SHEET_ROWS,
): Readable {
  const zip = new ZipFile()
  const sheets = Array.from({ length: Math.max(1, Math.ceil(rowCount / (sheetRows - 1))) }, (_, n) => n + 1)
  for (const [name, content] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(content), name)
  const next = lineFeed(wholeLines(stored))
  // One after the other, each when the one before it is written.
  for (const n of sheets)
    zip.addReadStreamLazy(`xl/worksheets/sheet${n}.xml`, { compressionLevel: 3 }, (done) =>
      done(null, Readable.from(sheet(columns, next, sheetRows), { objectMode: false })),
    )
  zip.end()
  return Readable.from(zip.outputStream, { objectMode: false })
}
