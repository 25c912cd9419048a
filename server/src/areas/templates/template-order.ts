import type { TemplateSort } from '@throughline/contracts/templates'

/** Where a template stands in the list: fewer first, then by name. */
export interface TemplatePosition {
  rank: number
  nameKey: string
  id: string
}

interface Ranked {
  uses: number
  stepCount: number
}

export const rankOf = (sort: TemplateSort, { uses, stepCount }: Ranked): number =>
  ({ popular: -uses, name: 0, complexity: stepCount })[sort]

/** As the database compares: text by its bytes. */
const compareText = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

export const comparePositions = (one: TemplatePosition, other: TemplatePosition): number =>
  one.rank - other.rank || compareText(one.nameKey, other.nameKey) || compareText(one.id, other.id)

export const keysOf = ({ rank, nameKey, id }: TemplatePosition): string[] => [String(rank), nameKey, id]

export function positionOf(keys: readonly string[] | undefined): TemplatePosition | undefined {
  if (!keys) return undefined
  const [rank, nameKey = '', id = ''] = keys
  return { rank: Number(rank), nameKey, id }
}
