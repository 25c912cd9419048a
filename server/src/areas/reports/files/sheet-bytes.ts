import { cellsOf } from '../run/row-blocks.ts'
import { serialOf, sheetCell } from './sheet-cell.ts'

const [TAB, LINE_FEED, SPACE, MINUS, DOT, ZERO, NINE] = [0x09, 0x0a, 0x20, 0x2d, 0x2e, 0x30, 0x39]
const [PLUS, COLON, BACKSLASH, UNDERSCORE, SMALL_X] = [0x2b, 0x3a, 0x5c, 0x5f, 0x78]
/** The first byte of U+FFFE and U+FFFF, which XML cannot hold; the second is 0xbf. */
const NONCHARACTER = 0xef

const ROW = Buffer.from('<row>')
const ROW_END = Buffer.from('</row>')
const EMPTY = Buffer.from('<c/>')
const NUMBER = Buffer.from('<c><v>')
const YES = Buffer.from('<c t="b"><v>1</v></c>')
const NO = Buffer.from('<c t="b"><v>0</v></c>')
const VALUE_END = Buffer.from('</v></c>')
const DAY = Buffer.from('<c s="1"><v>')
const MOMENT = Buffer.from('<c s="2"><v>')
const TEXT = Buffer.from('<c t="inlineStr"><is><t>')
const TEXT_END = Buffer.from('</t></is></c>')

const ENTITIES: readonly (Buffer | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const name = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[String.fromCharCode(byte)]
  return name === undefined ? undefined : Buffer.from(name)
})

/** Bytes of a text that are more than a copy: entities, and those for which the whole cell is written by `sheetCell`. */
const ENTITY = 1
const CAREFUL = 2
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => (ENTITIES[byte] ? ENTITY : byte < SPACE ? CAREFUL : 0))
for (const byte of [BACKSLASH, UNDERSCORE, NONCHARACTER]) KINDS[byte] = CAREFUL

/** What the letter after a backslash stands for, of those that XML can hold. */
const ESCAPES = new Uint8Array(256)
for (const [letter, meant] of Object.entries({ n: '\n', t: '\t', '\\': '\\' }))
  ESCAPES[letter.charCodeAt(0)] = meant.charCodeAt(0)

/** Where the cell ends in `out`, or this: it has something that is written the careful way. */
const NOT_PLAIN = -1
type Write = (lines: Buffer, start: number, end: number, out: Buffer, at: number) => number

/** Byte by byte: they are so few that a call to copy them takes longer. */
function put(part: Buffer, out: Buffer, at: number): number {
  for (let n = 0; n < part.length; n++) out[at + n] = part[n] ?? 0
  return at + part.length
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE

/** Underscores and others of such a first byte are mostly meant as they stand. */
function isHarmless(byte: number, next: number | undefined): boolean {
  return (byte === UNDERSCORE && next !== SMALL_X) || (byte === NONCHARACTER && next !== 0xbf)
}

const writeText: Write = (lines, start, end, out, at) => {
  if (lines[start] === SPACE || lines[end - 1] === SPACE) return NOT_PLAIN
  let to = put(TEXT, out, at)
  for (let from = start; from < end; from++) {
    const byte = lines[from] ?? 0
    const kind = KINDS[byte]
    const escaped = byte === BACKSLASH && from > start && from + 2 < end ? ESCAPES[lines[from + 1] ?? 0] : 0
    if (kind === ENTITY) to = put(ENTITIES[byte] ?? EMPTY, out, to)
    else if (escaped) {
      out[to++] = escaped
      from++
    } else if (kind === CAREFUL && !isHarmless(byte, lines[from + 1])) return NOT_PLAIN
    else out[to++] = byte
  }
  return put(TEXT_END, out, to)
}

const MAX_DIGITS = 15

/** Digits with at most one point among them, so few that a spreadsheet keeps them all. */
const writeNumber: Write = (lines, start, end, out, at) => {
  let to = put(NUMBER, out, at)
  let [digits, points] = [0, 0]
  for (let from = start; from < end; from++) {
    const byte = lines[from] ?? 0
    if (isDigit(byte)) digits++
    else if (byte === DOT && isDigit(lines[from - 1]) && from > start && isDigit(lines[from + 1])) points++
    else if (byte !== MINUS || from !== start) return NOT_PLAIN
    out[to++] = byte
  }
  return digits === 0 || digits > MAX_DIGITS || points > 1 ? NOT_PLAIN : put(VALUE_END, out, to)
}

const writeBoolean: Write = (lines, start, _end, out, at) => put(lines[start] === 0x74 ? YES : NO, out, at)

const DATE_LENGTH = 10
const TIME_LENGTH = 19
const OFFSET_LENGTH = 3
const HOUR_MS = 3_600_000

const two = (lines: Buffer, at: number): number => ((lines[at] ?? 0) - ZERO) * 10 + (lines[at + 1] ?? 0) - ZERO
const dayOf = (lines: Buffer, at: number): number =>
  Date.UTC(two(lines, at) * 100 + two(lines, at + 2), two(lines, at + 5) - 1, two(lines, at + 8))

function writeSerial(mark: Buffer, ms: number, out: Buffer, at: number): number {
  const serial = serialOf(ms)
  if (serial === undefined) return NOT_PLAIN
  const to = put(mark, out, at)
  return put(VALUE_END, out, to + out.write(serial, to, 'latin1'))
}

const isDay = (lines: Buffer, start: number): boolean => isDigit(lines[start]) && lines[start + 4] === MINUS

const writeDay: Write = (lines, start, end, out, at) =>
  end - start === DATE_LENGTH && isDay(lines, start) ? writeSerial(DAY, dayOf(lines, start), out, at) : NOT_PLAIN

/** `2026-01-31 09:30:00+00`; with parts of seconds, or an offset of other than hours, the careful way. */
const writeMoment: Write = (lines, start, end, out, at) => {
  const sign = lines[start + TIME_LENGTH]
  if (end - start !== TIME_LENGTH + OFFSET_LENGTH || !isDay(lines, start)) return NOT_PLAIN
  if (lines[start + 13] !== COLON || (sign !== PLUS && sign !== MINUS)) return NOT_PLAIN
  const time = two(lines, start + 11) * HOUR_MS + two(lines, start + 14) * 60_000 + two(lines, start + 17) * 1_000
  const offset = two(lines, start + TIME_LENGTH + 1) * HOUR_MS * (sign === PLUS ? 1 : -1)
  return writeSerial(MOMENT, dayOf(lines, start) + time - offset, out, at)
}

const WRITERS: Readonly<Record<string, Write>> = {
  number: writeNumber,
  boolean: writeBoolean,
  date: writeDay,
  timestamp: writeMoment,
}

/** At most: a byte that XML cannot hold is written as seven, and a cell has less than so many around it. */
const GROWTH = 7
const AROUND = 96
/** Of most: what is allocated for the whole. */
const USUAL_GROWTH = 5

function larger(out: Buffer, at: number, room: number): Buffer {
  const grown = Buffer.allocUnsafe(2 * out.length + room)
  out.copy(grown, 0, 0, at)
  return grown
}

/**
 * Whole lines as COPY writes them, as rows of a sheet, the cells as `sheetCell` would write them: most of them without ever
 * making texts of them.
 */
export function sheetBytes(lines: Buffer, types: readonly string[]): Buffer {
  const writers = types.map((type) => WRITERS[type] ?? writeText)
  let out: Buffer = Buffer.allocUnsafe(lines.length * USUAL_GROWTH + AROUND)
  let [at, column, start] = [0, 0, 0]
  for (let end = 0; end < lines.length; end++) {
    const byte = lines[end]
    if (byte !== TAB && byte !== LINE_FEED) continue
    const room = (end - start) * GROWTH + AROUND
    if (out.length - at < room) out = larger(out, at, room)
    if (column === 0) at = put(ROW, out, at)
    const isNull = end - start === 2 && lines[start] === BACKSLASH && lines[start + 1] === 0x4e
    const to = isNull ? put(EMPTY, out, at) : (writers[column] ?? writeText)(lines, start, end, out, at)
    if (to === NOT_PLAIN) {
      const [value = null] = cellsOf(lines.toString('utf8', start, end))
      at += out.write(sheetCell(value, types[column] ?? 'text'), at)
    } else at = to
    column = byte === TAB ? column + 1 : 0
    if (column === 0) at = put(ROW_END, out, at)
    start = end + 1
  }
  return out.subarray(0, at)
}
