export type GraphLink = { from: string; to: string; back: boolean; taken: boolean }

/** A step, or the place where a link passes a column between its ends. The heavier, the straighter it stands. */
export type Place = { id: string; column: number; weight: number }

/** A branch that goes on through a column is as straight as a step; a way around steps gives room to them. */
const WEIGHT = { branch: 4, around: 1 }

/** A link without its ends: the places it passes, both ends included. */
type Way = { from: string; to: string; taken: boolean; through: readonly string[] }

export type Graph = {
  /** Column after column, each from top to bottom. */
  columns: readonly Place[][]
  ways: readonly Way[]
  before: ReadonlyMap<string, readonly string[]>
  after: ReadonlyMap<string, readonly string[]>
}

const wayKey = (from: string, to: string) => `${from}\n${to}`

/** Forward links once each; what leads to an earlier step, or to none, is left out. */
function forward(order: ReadonlyMap<string, number>, links: readonly GraphLink[]) {
  const ways = new Map<string, { from: string; to: string; taken: boolean }>()
  for (const { from, to, back, taken } of links) {
    const a = order.get(from)
    const b = order.get(to)
    if (back || a === undefined || b === undefined || a >= b) continue
    const same = ways.get(wayKey(from, to))
    ways.set(wayKey(from, to), { from, to, taken: taken || (same?.taken ?? false) })
  }
  return [...ways.values()]
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

/** Each column in the order of what leads to it, so that few ways cross. */
function ordered(columns: readonly Place[][], before: ReadonlyMap<string, readonly string[]>) {
  const position = new Map<string, number>()
  return columns.map((column) => {
    const wish = (place: Place) => mean((before.get(place.id) ?? []).map((id) => position.get(id) ?? 0)) || 0
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
  const columns: Place[][] = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, () => [])
  const stand = (place: Place) => columns[place.column]?.push(place)
  for (const id of order.keys()) stand({ id, column: columnOf(id), weight: WEIGHT.branch })
  const ways = known.map((link) => {
    const alone = known.filter(({ from }) => from === link.from).length === 1
    const weight = alone ? WEIGHT.branch : WEIGHT.around
    const passed = Array.from({ length: columnOf(link.to) - columnOf(link.from) - 1 }, (_, gap) => {
      const place = { id: `${wayKey(link.from, link.to)}\n${gap}`, column: columnOf(link.from) + gap + 1, weight }
      stand(place)
      return place.id
    })
    return { ...link, through: [link.from, ...passed, link.to] }
  })
  const pairs = ways.flatMap(({ through }) => through.slice(1).map((id, gap) => [through[gap] ?? '', id] as const))
  const before = grouped(pairs.map(([from, to]) => [to, from] as const))
  return { columns: ordered(columns, before), ways, before, after: grouped(pairs) }
}
