import { Refusal } from './refusal.ts'

/** What the parser says: `{ kind: fields }`, where fields that have their default are left out. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new Refusal('This query can’t be read.')
  return value
}

/** The only kind that a node has. */
export function kindOf(node: unknown): [kind: string, fields: Fields] {
  const entries = Object.entries(fieldsOf(node))
  const [entry] = entries
  if (entries.length !== 1 || !entry) throw new Refusal('This query can’t be read.')
  return [entry[0], fieldsOf(entry[1])]
}

export function as(node: unknown, kind: string): Fields {
  const [found, fields] = kindOf(node)
  if (found !== kind) throw new Refusal('This query can’t be read.', placeIn(fields))
  return fields
}

export const placeIn = (fields: Fields): number | undefined =>
  typeof fields['location'] === 'number' && fields['location'] >= 0 ? fields['location'] : undefined

/** Anything else that the parser found is something the printer would leave out: then nothing is printed at all. */
export function only(fields: Fields, what: string, ...known: string[]): void {
  for (const name of Object.keys(fields))
    if (name !== 'location' && !known.includes(name))
      throw new Refusal(`This kind of ${what} can’t be used.`, placeIn(fields))
}

export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new Refusal('This query can’t be read.')
  return value
}

/** Characters that no query may have, however they are written: `E'\x01'` is one of them, too. Some are marks of ours. */
export const UNREADABLE = /[^\t\n\r\u0020-\uffff]/

export function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  if (UNREADABLE.test(text)) throw new Refusal('The query has a character that can’t be read.')
  return text
}

/** Of a list of names. */
export const namesIn = (value: unknown): string[] => listOf(value).map((node) => textOf(as(node, 'String')['sval']))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What printers of nodes share. */
export interface Printing {
  /** Any node of an expression or a FROM. */
  print(node: unknown): string
  list(nodes: unknown, separator?: string): string
  /** The same, where rows and lists may stand, too. */
  operands(nodes: unknown): string
  /** Alone, it would mean the whole row of a relation. */
  isRow(name: string): boolean
  select(fields: Fields): string
  parameter(number: number, at: number | undefined): string
  /** Marks where in the person's text the next word comes from. */
  at(fields: Fields): string
  isView(name: string): boolean
  views(): readonly string[]
  /** Counts parts that keep rows while the query runs: PostgreSQL limits the memory of each, but not how many there are. */
  count(fields: Fields, parts?: number): void
  isNamed(cte: string): boolean
  /** Of the queries that are named here. */
  widths(): ReadonlyMap<string, number>
  withNames<T>(work: (add: (name: string, width: number) => void) => T): T
}

export type Printers = Readonly<Record<string, (fields: Fields, to: Printing) => string>>
