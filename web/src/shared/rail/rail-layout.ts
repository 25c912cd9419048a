import { type Graph, type GraphLink, type GraphNode, graphOf } from './rail-graph.ts'

export type Spot = { column: number; lane: number }
export type RailWay = { from: string; to: string; taken: boolean; spots: readonly Spot[] }
export type RailLayout = {
  columns: number
  /** Height in lanes; a fork of two stands between its branches, at a half. */
  lanes: number
  spots: ReadonlyMap<string, Spot>
  ways: readonly RailWay[]
}

/** Back and forth between the columns; after these nothing moves any more in all but strange graphs. */
const ROUNDS = 6
const half = (value: number) => Math.round(value * 2) / 2

type Wish = { lane: number; weight: number }
type Block = { sum: number; weight: number; size: number }

const startOf = ({ sum, weight }: Block) => sum / weight

/** As near to their wishes as they can be, in their order and at least one lane apart. */
function apart(wishes: readonly Wish[]): number[] {
  const blocks: Block[] = []
  for (const { lane, weight } of wishes) {
    let block: Block = { sum: lane * weight, weight, size: 1 }
    for (let last = blocks.at(-1); last && startOf(last) + last.size > startOf(block); last = blocks.at(-1)) {
      blocks.pop()
      block = {
        sum: last.sum + block.sum - block.weight * last.size,
        weight: last.weight + block.weight,
        size: last.size + block.size,
      }
    }
    blocks.push(block)
  }
  return blocks.flatMap((block) => Array.from({ length: block.size }, (_, index) => half(startOf(block)) + index))
}

type Placing = { lanes: Map<string, number>; weights: ReadonlyMap<string, number> }

function settle(column: readonly GraphNode[], near: Graph['before'], { lanes, weights }: Placing) {
  const wishes = column.map(({ id, weight }) => {
    const neighbors = (near.get(id) ?? []).map((other) => ({
      lane: lanes.get(other) ?? 0,
      weight: weights.get(other) ?? 0,
    }))
    const total = neighbors.reduce((sum, one) => sum + one.weight, 0)
    const wished = neighbors.reduce((sum, one) => sum + one.lane * one.weight, 0) / total
    return { lane: neighbors.length > 0 ? wished : (lanes.get(id) ?? 0), weight }
  })
  for (const [index, lane] of apart(wishes).entries()) {
    const node = column[index]
    if (node) lanes.set(node.id, lane)
  }
}

/**
 * Columns are depth, lanes are branches. It reads nothing but which step leads to which: what happens in an instance
 * moves no step.
 */
export function layRail(steps: readonly string[], links: readonly GraphLink[]): RailLayout {
  const { columns, paths, before, after } = graphOf(steps, links)
  const lanes = new Map<string, number>()
  for (const column of columns)
    for (const [index, { id }] of column.entries()) lanes.set(id, index - (column.length - 1) / 2)
  const weights = new Map(columns.flat().map(({ id, weight }) => [id, weight]))
  const placing = { lanes, weights }
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of columns.slice(1)) settle(column, before, placing)
    for (const column of columns.slice(0, -1).toReversed()) settle(column, after, placing)
  }
  for (const column of columns.slice(1)) settle(column, before, placing)
  const top = lanes.size === 0 ? 0 : Math.min(...lanes.values())
  const spotOf = new Map(
    columns.flatMap((column) =>
      column.map(({ id, column: own }) => [id, { column: own, lane: (lanes.get(id) ?? 0) - top }] as const),
    ),
  )
  const spotAt = (id: string) => spotOf.get(id) ?? { column: 0, lane: 0 }
  return {
    columns: columns.length,
    lanes: Math.max(0, ...Array.from(spotOf.values(), ({ lane }) => lane)) + 1,
    spots: new Map(steps.map((id) => [id, spotAt(id)])),
    ways: paths.map(({ from, to, taken, through }) => ({ from, to, taken, spots: through.map(spotAt) })),
  }
}
