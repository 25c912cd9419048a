import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

type Cells = (string | null)[]

/** A reader of CSV that knows nothing of how it was written: quotes, doubled quotes, CRLF. */
export async function* csvRows(file: Readable): AsyncGenerator<Cells> {
  const decoder = new TextDecoder()
  let [cells, cell, isQuoted, wasQuote]: [string[], string, boolean, boolean] = [[], '', false, false]
  for await (const chunk of file) {
    for (const letter of decoder.decode(chunk, { stream: true })) {
      if (isQuoted && letter !== '"') cell += letter
      else if (letter === '"') {
        if (wasQuote && !isQuoted) cell += '"'
        isQuoted = !isQuoted
        wasQuote = !isQuoted
        continue
      } else if (letter === ',') {
        cells.push(cell)
        cell = ''
      } else if (letter === '\n') {
        yield [...cells, cell]
        cells = []
        cell = ''
      } else if (letter !== '\r') cell += letter
      wasQuote = false
    }
  }
}

const NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const unescaped = (text: string) =>
  text
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMES[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const CELL = /<c(?: t="(\w+)")?(?: s="(\d)")?(?:\/>|>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>)/g
const DAY_MS = 86_400_000
const dayOf = (serial: number) => new Date(Date.UTC(1899, 11, 30) + Math.round(serial * DAY_MS)).toISOString()

function cellOf([, type, style, text, value]: RegExpMatchArray): string | null {
  if (text !== undefined) return unescaped(text)
  if (value === undefined) return null
  if (type === 'b') return `boolean ${value === '1' ? 't' : 'f'}`
  if (style === '1') return `date ${dayOf(Number(value)).slice(0, 10)}`
  return style === '2' ? `timestamp ${dayOf(Number(value))}` : `number ${value}`
}

/** The rows of a workbook's first sheet, as unzip unpacks it; before what is no text stands its type. */
export async function* sheetRows(path: string): AsyncGenerator<Cells> {
  const { stdout } = spawn('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stdout) {
    const rows = (rest + decoder.decode(chunk, { stream: true })).split('</row>')
    rest = rows.pop() ?? ''
    for (const row of rows) yield Array.from(row.matchAll(CELL), cellOf)
  }
}
