import type { Box, Line, Point } from './layout.ts'
import type { Rows } from './rows.ts'
import { MAX_RETURNS, type Shape, type Sizes } from './shape.ts'

type Span = readonly [from: number, to: number]
/** A vertical piece of a line. */
interface Upright {
  x: number
  span: Span
}

const spanOf = (a: number, b: number): Span => (a < b ? [a, b] : [b, a])
const left = ({ x, w }: Box) => x - w / 2
const right = ({ x, w }: Box) => x + w / 2

function uprightsOf(points: readonly Point[]): Upright[] {
  return points.slice(1).flatMap(([x, y], n): Upright[] => {
    const [fromX, fromY] = points[n] ?? [x, y]
    return fromX === x && fromY !== y ? [{ x, span: spanOf(fromY, y) }] : []
  })
}

/** Distances that a line keeps from cards, from other lines and from other returns. */
const CLEAR = { box: 14, line: 10, lane: 14, side: 6 }

/** How far a horizontal line can go from a box to both sides before it meets another box. */
function reachAt(y: number, from: Box, boxes: readonly Box[]): Span {
  let [low, high] = [-Infinity, Infinity]
  for (const box of boxes) {
    if (box === from || y <= box.y - CLEAR.side || y >= box.y + box.h + CLEAR.side) continue
    if (box.x < from.x) low = Math.max(low, right(box) + CLEAR.side)
    else high = Math.min(high, left(box) - CLEAR.side)
  }
  return [low, high]
}

/** What is free of cards and lines between two heights, from left to right. */
function freeBetween(
  span: Span,
  within: Span,
  boxes: readonly Box[],
  lines: readonly Upright[],
  lanes: readonly Upright[],
): Span[] {
  const blocked: Span[] = []
  const block = (x: number, room: number) => {
    if (x + room > within[0] && x - room < within[1]) blocked.push([x - room, x + room])
  }
  const [top, bottom] = span
  for (const { x, y, w, h } of boxes) if (top < y + h + CLEAR.box && bottom > y - CLEAR.box) block(x, w / 2 + CLEAR.box)
  for (const line of lines) if (top < line.span[1] && bottom > line.span[0]) block(line.x, CLEAR.line)
  for (const lane of lanes) if (top < lane.span[1] + 8 && bottom > lane.span[0] - 8) block(lane.x, CLEAR.lane)
  blocked.sort((a, b) => a[0] - b[0])

  const free: Span[] = []
  let [edge] = within
  for (const [from, to] of blocked) {
    if (from > edge) free.push([edge, Math.min(from, within[1])])
    edge = Math.max(edge, to)
    if (edge >= within[1]) return free
  }
  free.push([edge, within[1]])
  return free
}

interface Return {
  source: Box
  target: Box
  outcomes: string[]
  /** Which of the source's returns it is. */
  place: number
}

interface Ways {
  boxes: readonly Box[]
  lines: readonly Upright[]
  /** Corridors of the returns drawn so far, by target. */
  lanes: Map<string, Upright[]>
  within: Span
}

const side = (box: Box, x: number) => (x > box.x ? box.x + box.w / 2 : box.x - box.w / 2)
const clamp = (value: number, [low, high]: Span) => Math.min(high, Math.max(low, value))
const SHARED = -30
const CROSSING = 12

function returnsOf(shape: Shape, boxes: ReadonlyMap<string, Box>): Return[] {
  const all = shape.steps.flatMap(({ id, outs }) => {
    const own = new Map<string, Return>()
    outs
      .filter(({ back }) => back)
      .forEach(({ outcome, to }, place) => {
        for (const home of to) {
          const [source, target, same] = [boxes.get(id), boxes.get(home), own.get(home)]
          if (same) same.outcomes.push(outcome)
          else if (source && target) own.set(home, { source, target, outcomes: [outcome], place })
        }
      })
    return [...own.values()]
  })
  // Short ones first, so that they lie inside.
  return all.sort((a, b) => a.source.y - a.target.y - (b.source.y - b.target.y))
}

/** Where a return leaves its card and where it enters the other. */
function heights({ source, target, place }: Return, sizes: Sizes): { leave: number; enter: number } {
  if (sizes.back > 0) {
    const named = sizes.height + sizes.back * (Math.min(place, MAX_RETURNS - 1) + 0.5)
    return { leave: source.y + named, enter: target.y + 28 }
  }
  // Apart, so that what leaves a step does not lie on what comes to its neighbour.
  return { leave: source.y + source.h / 2 + 7, enter: target.y + target.h / 2 - 7 }
}

/** How a return gets from a card to its corridor: straight from the side, or through the gap beyond its row. */
interface Exit {
  box: Box
  /** At the card's side. */
  level: number
  /** Where the corridor begins. */
  turn: number
  reach: Span
  cost: number
}

const EVERYWHERE: Span = [-Infinity, Infinity]
const DETOUR = 80

const exitsOf = (box: Box, level: number, gap: number, boxes: readonly Box[]): Exit[] => [
  { box, level, turn: level, reach: reachAt(level, box, boxes), cost: 0 },
  { box, level, turn: gap, reach: EVERYWHERE, cost: DETOUR },
]

/** As far to both sides most corridors are found. */
const NEAR = 400

/** The cheapest corridor between two exits. Going far costs at least the distance, so what is near is looked at first. */
function corridor(leave: Exit, enter: Exit, ways: Ways): { x: number; cost: number } | undefined {
  const near = corridorWithin(NEAR, leave, enter, ways)
  return near && near.cost <= NEAR ? near : corridorWithin(Infinity, leave, enter, ways)
}

/** It crosses no card and lies on no other line. */
function corridorWithin(
  distance: number,
  leave: Exit,
  enter: Exit,
  ways: Ways,
): { x: number; cost: number } | undefined {
  const [source, target] = [leave.box, enter.box]
  const [leftmost, rightmost] = spanOf(source.x, target.x)
  const within: Span = [
    Math.max(ways.within[0], leave.reach[0], enter.reach[0], leftmost - distance),
    Math.min(ways.within[1], leave.reach[1], enter.reach[1], rightmost + distance),
  ]
  if (within[0] >= within[1]) return undefined
  const span = spanOf(enter.turn, leave.turn)
  const shared = ways.lanes.get(target.id)?.map(({ x }) => x) ?? []
  const others = [...ways.lanes].flatMap(([id, lanes]) => (id === target.id ? [] : lanes))
  const wanted = [source, target].flatMap((box) => [box.x - box.w / 2 - CLEAR.box, box.x + box.w / 2 + CLEAR.box])
  const crossable = ways.lines.filter((line) => line.span[0] < leave.turn && line.span[1] > leave.turn)
  let best: { x: number; cost: number } | undefined
  for (const free of freeBetween(span, within, ways.boxes, ways.lines, others))
    for (const x of new Set([...wanted, ...shared].map((each) => clamp(each, free)))) {
      const [out, into] = [side(source, x), side(target, x)]
      const detours = leave.cost + enter.cost
      const plain = Math.abs(x - out) + Math.abs(x - into) + detours + (shared.includes(x) ? SHARED : 0)
      if (best && plain >= best.cost) continue
      const crossed = crossable.filter((line) => (line.x - out) * (line.x - x) < 0).length
      const cost = plain + crossed * CROSSING
      if (!best || cost < best.cost) best = { x, cost }
    }
  return best
}

/** From the card to its corridor. The room to the left of a card is always free, to the right there may be ends. */
function exitPoints({ box, level, turn }: Exit, x: number, boxes: readonly Box[]): Point[] {
  if (turn === level) return [[side(box, x), level]]
  const right = box.x + box.w / 2
  const free = x > box.x && reachAt(level, box, boxes)[1] > right + CLEAR.box
  const from = free ? right : box.x - box.w / 2
  const beside = free ? from + CLEAR.box : from - CLEAR.box
  return [
    [from, level],
    [beside, level],
    [beside, turn],
  ]
}

type Route = { x: number; cost: number; leave: Exit; enter: Exit }

/** Straight if that is possible; through the gaps of both rows there is always a way round everything. */
function routeOf(way: Return, ways: Ways, rows: Rows, sizes: Sizes): Route {
  const { leave, enter } = heights(way, sizes)
  const leaves = exitsOf(way.source, leave, rows.under(way.source.id), ways.boxes)
  const enters = exitsOf(way.target, enter, rows.over(way.target.id), ways.boxes)
  const pairs = leaves.flatMap((from) => enters.map((to) => ({ leave: from, enter: to })))
  let best: Route | undefined
  for (const pair of pairs) {
    if (best && pair.leave.cost + pair.enter.cost >= best.cost) continue
    const found = corridor(pair.leave, pair.enter, ways)
    if (found && (!best || found.cost < best.cost)) best = { ...found, ...pair }
  }
  if (!best) throw new Error('no corridor outside of everything')
  return best
}

export function returnLines(
  shape: Shape,
  boxes: readonly Box[],
  drawn: readonly Line[],
  rows: Rows,
  sizes: Sizes,
): Line[] {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const edges = boxes.flatMap(({ x, w }) => [x - w / 2, x + w / 2])
  // Wide enough for all of them side by side.
  const room = 160 + CLEAR.lane * 2 * shape.steps.length
  const within: Span = [Math.min(...edges) - room, Math.max(...edges) + room]
  const lines = drawn.flatMap(({ points }) => uprightsOf(points))
  const ways: Ways = { boxes, lines, lanes: new Map(), within }
  return returnsOf(shape, byId).map((way): Line => {
    const { source, target, outcomes } = way
    const { x, leave, enter } = routeOf(way, ways, rows, sizes)
    const start = exitPoints(leave, x, boxes)
    const points = [
      ...start,
      [x, leave.turn] as const,
      [x, enter.turn] as const,
      ...exitPoints(enter, x, boxes).reverse(),
    ]
    const lane = { x, span: spanOf(enter.turn, leave.turn) }
    ways.lanes.set(target.id, [...(ways.lanes.get(target.id) ?? []), lane])
    const mark = start[0] ?? [x, leave.turn]
    return { id: `${source.id}<${target.id}`, kind: 'back', from: source.id, to: target.id, outcomes, points, mark }
  })
}
