import { Refusal } from './refusal.ts'
import { type Fields, only, type Printing, placeIn, quoted, textOf } from './tree.ts'

/** The bits of PostgreSQL's frameOptions. */
const BITS = {
  nonDefault: 0x1,
  rows: 0x4,
  groups: 0x8,
  between: 0x10,
  excluding: 0x38000,
} as const

const START: readonly (readonly [number, string])[] = [
  [0x20, 'UNBOUNDED PRECEDING'],
  [0x80, 'UNBOUNDED FOLLOWING'],
  [0x200, 'CURRENT ROW'],
  [0x800, 'PRECEDING'],
  [0x2000, 'FOLLOWING'],
]

function bound(options: number, shift: number, offset: string): string {
  const found = START.find(([bit]) => options & (bit << shift))
  if (!found) throw new Refusal('This window can’t be used.')
  return found[0] >= 0x800 ? `${offset} ${found[1]}` : found[1]
}

function frame(options: number, start: string, end: string): string {
  if (!(options & BITS.nonDefault)) return ''
  if (options & BITS.excluding) throw new Refusal('A window without some of its rows can’t be used.')
  let unit = 'RANGE'
  if (options & BITS.rows) unit = 'ROWS'
  if (options & BITS.groups) unit = 'GROUPS'
  const first = bound(options, 0, start)
  return options & BITS.between ? `${unit} BETWEEN ${first} AND ${bound(options, 1, end)}` : `${unit} ${first}`
}

/** What stands behind OVER, or behind the name in WINDOW. */
export function printWindow(fields: Fields, to: Printing): string {
  only(
    fields,
    'window',
    'name',
    'refname',
    'partitionClause',
    'orderClause',
    'frameOptions',
    'startOffset',
    'endOffset',
  )
  const isBare = Object.keys(fields).every((name) => ['name', 'location', 'frameOptions'].includes(name))
  const options = Number(fields['frameOptions'] ?? 0)
  if (isBare && fields['name'] !== undefined && !(options & BITS.nonDefault)) return quoted(textOf(fields['name']))
  to.count(fields)
  const offset = (name: string) => (fields[name] === undefined ? '' : to.print(fields[name]))
  const parts = [
    fields['refname'] === undefined ? '' : quoted(textOf(fields['refname'])),
    fields['partitionClause'] === undefined ? '' : `PARTITION BY ${to.operands(fields['partitionClause'])}`,
    fields['orderClause'] === undefined ? '' : `ORDER BY ${to.list(fields['orderClause'])}`,
    frame(options, offset('startOffset'), offset('endOffset')),
  ]
  return `(${parts.filter(Boolean).join(' ')})`
}

/** One of WINDOW name AS (…). */
export function printNamedWindow(fields: Fields, to: Printing): string {
  const { name, ...definition } = fields
  if (typeof name !== 'string') throw new Refusal('This window can’t be used.', placeIn(fields))
  return `${quoted(textOf(name))} AS ${printWindow(definition, to)}`
}
