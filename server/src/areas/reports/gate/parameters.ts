import { Refusal } from './refusal.ts'
import { UNREADABLE } from './tree.ts'

export const PARAMETER_TYPES = ['text', 'number', 'date', 'boolean'] as const
type ParameterType = (typeof PARAMETER_TYPES)[number]

/** A value as it was given; it is checked against its type and printed as a constant. */
export interface Parameter {
  name: string
  type: ParameterType
  value: string
}

const MAX_VALUE = 1_000
const TYPE_NAMES = { text: 'pg_catalog.text', number: 'pg_catalog.numeric', date: 'pg_catalog.date' }

/** One that the parser reads over: strings, quoted names and comments. */
const SKIPPED = [
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y,
  /'(?:[^']|'')*(?:'|$)/y,
  /"(?:[^"]|"")*(?:"|$)/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?(?:\$\1\$|$)/y,
  /--[^\n]*/y,
]
const NAMED = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/y
const WORD = /[\w\u0080-\uffff][\w$\u0080-\uffff]*/y

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Comments nest. */
function commentEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const two = text.slice(at, at + 2)
    if (two === '/*') depth++
    if (two === '*/') depth--
    if (two === '/*' || two === '*/') at++
    if (depth === 0) return at + 1
  }
  return text.length
}

function skippedEnd(text: string, at: number): number | undefined {
  if (text.startsWith('/*', at)) return commentEnd(text, at)
  for (const pattern of [...SKIPPED, WORD]) {
    const found = matchAt(pattern, text, at)
    if (found?.[0]) return at + found[0].length
  }
  return undefined
}

/**
 * Puts `$1` in the place of each `{{name}}` that stands outside strings and comments. Every place keeps its position, so
 * that what the parser says of the text is true of what was written.
 */
export function replaceParameters(source: string): { text: string; names: string[] } {
  const names: string[] = []
  let text = ''
  let at = 0
  while (at < source.length) {
    const named = matchAt(NAMED, source, at)
    if (named?.[1]) {
      if (!names.includes(named[1])) names.push(named[1])
      text += `$${names.indexOf(named[1]) + 1}`.padEnd(named[0].length)
      at += named[0].length
      continue
    }
    const bytes = () => Buffer.byteLength(source.slice(0, at))
    if (/^\$\d/.test(source.slice(at, at + 2)))
      throw new Refusal('Numbered parameters can’t be used.', bytes(), 'Name the parameter: {{name}}.')
    if (source.startsWith('{{', at))
      throw new Refusal(
        'This isn’t a parameter.',
        bytes(),
        'Parameters have a name of letters, digits, and _: {{name}}.',
      )
    const end = skippedEnd(source, at) ?? at + 1
    text += source.slice(at, end)
    at = end
  }
  return { text, names }
}

export const literal = (value: string): string =>
  value.includes('\\')
    ? ` E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${value.replaceAll("'", "''")}'`

const isDate = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** The value as a constant of its type: never as a part of the query. */
export function printParameter({ name, type, value }: Parameter, at?: number): string {
  const wrong = (what: string) => new Refusal(`The value of {{${name}}} isn’t ${what}.`, at)
  if (value.length > MAX_VALUE || UNREADABLE.test(value)) throw wrong('a short text')
  if (type === 'boolean') {
    if (value !== 'true' && value !== 'false') throw wrong('true or false')
    return value
  }
  if (type === 'number' && !/^-?\d{1,30}(\.\d{1,30})?$/.test(value)) throw wrong('a number')
  if (type === 'date' && !isDate(value)) throw wrong('a date like 2026-11-18')
  return `CAST(${literal(value)} AS ${TYPE_NAMES[type]})`
}
