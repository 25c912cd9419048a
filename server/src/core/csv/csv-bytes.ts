const [TAB, LINE_FEED, RETURN, QUOTE, APOSTROPHE, COMMA, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x22, 0x27, 0x2c, 0x5c]

/** Bytes at which a cell ends, and those for which it needs more than a copy. */
const ENDS = 1
const CAREFUL = 2
const KINDS = new Uint8Array(256)
for (const byte of [TAB, LINE_FEED]) KINDS[byte] = ENDS
for (const byte of [BACKSLASH, QUOTE, COMMA]) KINDS[byte] = CAREFUL

/** What a formula begins with; those of full width are three bytes, the first of which is the same. */
const FULL_WIDTH = 0xef
const FORMULAS = new Uint8Array(256)
for (const byte of [...Buffer.from('=+-@\t\r'), FULL_WIDTH]) FORMULAS[byte] = 1
const FULL_WIDTH_FORMULAS = new Set(['＝', '＋', '－', '＠'].map((letter) => Buffer.from(letter).readUInt16BE(1)))

/** What the letter after a backslash stands for; all others stand for themselves. */
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
for (const [letter, meant] of Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }))
  ESCAPES[letter.charCodeAt(0)] = meant.charCodeAt(0)

function isFormula(lines: Buffer, start: number, end: number): boolean {
  const byte = lines[start] ?? 0
  if (byte === BACKSLASH) return FORMULAS[ESCAPES[lines[start + 1] ?? 0] ?? 0] === 1
  if (FORMULAS[byte] !== 1) return false
  return byte !== FULL_WIDTH || (end - start >= 3 && FULL_WIDTH_FORMULAS.has(lines.readUInt16BE(start + 1)))
}

/** Whether it stands in quotes: for a quote, a comma, or a break. */
function isQuoted(lines: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = lines[at] === BACKSLASH ? (ESCAPES[lines[++at] ?? 0] ?? 0) : lines[at]
    if (byte === COMMA || byte === QUOTE || byte === LINE_FEED || byte === RETURN) return true
  }
  return false
}

/** One cell with all that CSV asks for; says where it ends in `out`. */
function writeCell(lines: Buffer, start: number, end: number, out: Buffer, at: number, isNumber: boolean): number {
  const isNull = end - start === 2 && lines[start] === BACKSLASH && lines[start + 1] === 0x4e
  if (isNull) return at
  let to = at
  const quoted = isQuoted(lines, start, end)
  if (quoted) out[to++] = QUOTE
  if (!isNumber && isFormula(lines, start, end)) out[to++] = APOSTROPHE
  for (let from = start; from < end; from++) {
    const byte = lines[from] === BACKSLASH ? (ESCAPES[lines[++from] ?? 0] ?? 0) : (lines[from] ?? 0)
    if (byte === QUOTE) out[to++] = QUOTE
    out[to++] = byte
  }
  if (quoted) out[to++] = QUOTE
  return to
}

/** At most: a cell that is one quote becomes four of them, and the end of its line two bytes. */
const GROWTH = 3

/**
 * Whole lines as COPY writes them, as the lines that csvLine would make of their cells, without ever making texts of them:
 * for files of millions. Most cells are copied byte by byte while their end is looked for.
 */
export function csvBytes(lines: Buffer, numbers: readonly boolean[]): Buffer {
  const out = Buffer.allocUnsafe(lines.length * GROWTH)
  let [to, column, start, begin, careful] = [0, 0, 0, 0, false]
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at] ?? 0
    const kind = KINDS[byte]
    if (kind !== ENDS) {
      if (kind === CAREFUL || (at === start && FORMULAS[byte] === 1)) careful = true
      out[to++] = byte
      continue
    }
    if (careful) to = writeCell(lines, start, at, out, begin, numbers[column] === true)
    careful = false
    if (byte === TAB) {
      out[to++] = COMMA
      column++
    } else {
      out[to++] = RETURN
      out[to++] = LINE_FEED
      column = 0
    }
    start = at + 1
    begin = to
  }
  return out.subarray(0, to)
}
