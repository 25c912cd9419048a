export type GraphLink = { from: string; to: string; back: boolean; taken: boolean }

/** A step, or the place where a link passes a column between its ends. The heavier, the straighter it stands. */
export type GraphNode = { id: string; column: number; weight: number }

/** A branch that goes on through a column is as straight as a step; a way around steps gives room to them. */
const WEIGHT = { branch: 4, around: 1 }

/** A link without its ends: the places it passes, both ends included. */
type GraphPath = { from: string; to: string; taken: boolean; through: readonly string[] }

export type Graph = {
  /** Column after column, each from top to bottom. */
  columns: readonly GraphNode[][]
  paths: readonly GraphPath[]
  before: ReadonlyMap<string, readonly string[]>
  after: ReadonlyMap<string, readonly string[]>
}

const linkKey = (from: string, to: string) => `${from}\n${to}`

/** Forward links once each; what leads to an earlier step, or to none, is left out. */
function forward(order: ReadonlyMap<string, number>, links: readonly GraphLink[]) {
  const once = new Map<string, { from: string; to: string; taken: boolean }>()
  for (const { from, to, back, taken } of links) {
    const a = order.get(from)
    const b = order.get(to)
    if (back || a === undefined || b === undefined || a >= b) continue
    const same = once.get(linkKey(from, to))
    once.set(linkKey(from, to), { from, to, taken: taken || (same?.taken ?? false) })
  }
  return [...once.values()]
}

/** How many steps lie before each, on the longest way to it. */
function depths(steps: readonly string[], links: readonly { from: string; to: string }[]) {
  const depth = new Map<string, number>()
  for (const id of steps) {
    const before = links.filter(({ to }) => to === id).map(({ from }) => (depth.get(from) ?? 0) + 1)
    depth.set(id, Math.max(0, ...before))
  }
  return depth
}

const grouped = (pairs: readonly (readonly [string, string])[]) => {
  const groups = new Map<string, string[]>()
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Each column in the order of what leads to it, so that few paths cross. */
function ordered(columns: readonly GraphNode[][], before: ReadonlyMap<string, readonly string[]>) {
  const position = new Map<string, number>()
  return columns.map((column) => {
    const wish = (node: GraphNode) => mean((before.get(node.id) ?? []).map((id) => position.get(id) ?? 0)) || 0
    const sorted = column.toSorted((a, b) => wish(a) - wish(b))
    for (const [index, { id }] of sorted.entries()) position.set(id, index - (sorted.length - 1) / 2)
    return sorted
  })
}

/**
 * Steps in columns by depth; a link over several columns passes each of them at a place of its own. `steps` are in the
 * order of the plan, in which every forward link leads on.
 */
export function graphOf(steps: readonly string[], links: readonly GraphLink[]): Graph {
  const order = new Map(steps.map((id, index) => [id, index]))
  const known = forward(order, links)
  const depth = depths(steps, known)
  const columnOf = (id: string) => depth.get(id) ?? 0
  const columns: GraphNode[][] = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, () => [])
  const stand = (node: GraphNode) => columns[node.column]?.push(node)
  for (const id of order.keys()) stand({ id, column: columnOf(id), weight: WEIGHT.branch })
  const paths = known.map((link) => {
    const alone = known.filter(({ from }) => from === link.from).length === 1
    const weight = alone ? WEIGHT.branch : WEIGHT.around
    const passed = Array.from({ length: columnOf(link.to) - columnOf(link.from) - 1 }, (_, gap) => {
      const node = { id: `${linkKey(link.from, link.to)}\n${gap}`, column: columnOf(link.from) + gap + 1, weight }
      stand(node)
      return node.id
    })
    return { ...link, through: [link.from, ...passed, link.to] }
  })
  const pairs = paths.flatMap(({ through }) => through.slice(1).map((id, gap) => [through[gap] ?? '', id] as const))
  const before = grouped(pairs.map(([from, to]) => [to, from] as const))
  return { columns: ordered(columns, before), paths, before, after: grouped(pairs) }
}
