interface Ordered {
  id: number
  topic: string
}

/** Rows of one aggregate stay in their order; the groups have none between them. A poke is a group of its own. */
export function grouped<T extends Ordered>(rows: readonly T[], aggregateOf: (row: T) => string): T[][] {
  const keyOf = (row: T) => (row.topic === 'workflow.poke' ? row.id : aggregateOf(row))
  return [...Map.groupBy(rows, keyOf).values()]
}
