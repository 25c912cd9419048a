import { addBit, andInto, type Bits, emptyBits, fullBits } from './bitset.ts'
import type { Edges } from './edges.ts'

/** Topological order of the forward edges; of the steps that could come next, the one met first comes first. */
export function planOrder({ met, forward }: Edges): number[] {
  const sources = new Map<number, number>()
  const count = (step: number, by: number) => sources.set(step, (sources.get(step) ?? 0) + by)
  for (const step of met) for (const target of forward[step] ?? []) count(target, 1)

  const order: number[] = []
  const left = [...met]
  while (left.length > 0) {
    const next = left.findIndex((step) => (sources.get(step) ?? 0) === 0)
    if (next < 0) throw new Error('forward edges form a cycle')
    for (const step of left.splice(next, 1)) {
      order.push(step)
      for (const target of forward[step] ?? []) count(target, -1)
    }
  }
  return order
}

/** For each step the steps that every forward path from the start to it passes, itself included. */
export function dominators(order: number[], { forward }: Edges): Bits[] {
  const size = forward.length
  const sources = forward.map((): number[] => [])
  for (const step of order) for (const target of forward[step] ?? []) sources[target]?.push(step)

  // The forward edges have no cycle, so one pass in topological order is enough.
  const above = forward.map(() => emptyBits(size))
  for (const step of order) {
    const [first, ...others] = sources[step] ?? []
    const shared = first === undefined ? emptyBits(size) : (above[first] ?? fullBits(size)).slice()
    for (const source of others) andInto(shared, above[source] ?? shared)
    addBit(shared, step)
    above[step] = shared
  }
  return above
}
