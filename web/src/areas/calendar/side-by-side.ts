/** What lies over each other, each in the first column that is free at its place. */
export interface Cluster {
  items: { index: number; column: number }[]
  columns: number
}

/** Groups of items of one height that begin at these places. */
export function clustersOf(tops: readonly number[], height: number): Cluster[] {
  const clusters: Cluster[] = []
  // Of the last group: where each of its columns is free again.
  let free: number[] = []
  const order = tops.map((top, index) => ({ top, index })).toSorted((a, b) => a.top - b.top || a.index - b.index)
  for (const { top, index } of order) {
    let cluster = clusters.at(-1)
    if (!cluster || free.every((from) => from <= top)) {
      cluster = { items: [], columns: 0 }
      clusters.push(cluster)
      free = []
    }
    const found = free.findIndex((from) => from <= top)
    const column = found < 0 ? free.length : found
    free[column] = top + height
    cluster.items.push({ index, column })
    cluster.columns = free.length
  }
  return clusters
}
