import type { RailLayout, RailWay, Spot } from './rail-layout.ts'

/** Heights in pixels; everything sideways is in percent, so that the rail is as wide as its place. */
const SIZES = {
  full: { height: 60, gap: 20, share: 0.84 },
  dense: { height: 44, gap: 14, share: 0.86 },
  /** With a figure in each. */
  figures: { height: 74, gap: 18, share: 0.82 },
} as const
/** One line for each return, with who and when. */
const RETURN = 20
const FIRST_RETURN = 28

export type RailSize = keyof typeof SIZES
export type Return = { from: string; to: string }
type Box = { left: number; top: number }
type Arc = Return & { path: string; middle: number; top: number }
export type Drawing = {
  width: number
  height: number
  /** From one lane to the next. */
  row: number
  total: number
  boxes: ReadonlyMap<string, Box>
  lines: readonly { key: string; path: string; taken: boolean }[]
  arcs: readonly Arc[]
}

/** Where everything stands: boxes, lines between them, and the arcs of what was sent back above them. */
export function drawRail(layout: RailLayout, returns: readonly Return[], size: RailSize): Drawing {
  const { height, gap, share } = SIZES[size]
  const pitch = 100 / layout.columns
  const width = layout.columns === 1 ? Math.min(100, 40) : pitch * share
  const above = returns.length === 0 ? 2 : FIRST_RETURN + (returns.length - 1) * RETURN
  const last = layout.columns - 1
  const leftOf = (column: number) =>
    column * pitch + (column === 0 ? 0 : column === last ? pitch - width : (pitch - width) / 2)
  const boxOf = ({ column, lane }: Spot): Box => ({ left: leftOf(column), top: above + lane * (height + gap) })
  const boxes = new Map(Array.from(layout.spots, ([id, spot]) => [id, boxOf(spot)]))

  const line = ({ spots }: RailWay) => {
    const middle = (spot: Spot) => boxOf(spot).top + height / 2
    const [first, ...rest] = spots
    if (!first) return ''
    let path = `M${leftOf(first.column) + width} ${middle(first)}`
    for (const [index, spot] of rest.entries()) {
      const before = spots[index] ?? first
      const [x1, x2] = [leftOf(before.column) + width, leftOf(spot.column)]
      const bend = (x1 + x2) / 2
      path += ` C${bend} ${middle(before)} ${bend} ${middle(spot)} ${x2} ${middle(spot)}`
      // Past the column, unless it is the last.
      if (index < rest.length - 1) path += ` H${x2 + width}`
    }
    return path
  }

  const arc = ({ from, to }: Return, place: number): Arc[] => {
    const [a, b] = [boxes.get(from), boxes.get(to)]
    if (!a || !b) return []
    const top = place * RETURN
    // A curve reaches three quarters of the way to its handles.
    const handle = (y: number) => (top + 8 - y / 4) / 0.75
    const [x1, x2] = [a.left + width / 2, b.left + width / 2]
    const path = `M${x1} ${a.top} C${x1} ${handle(a.top)} ${x2} ${handle(b.top)} ${x2} ${b.top}`
    return [{ from, to, path, middle: (x1 + x2) / 2, top }]
  }

  return {
    width,
    height,
    row: height + gap,
    total: above + layout.lanes * height + (layout.lanes - 1) * gap,
    boxes,
    lines: layout.ways.map((way) => ({ key: `${way.from} ${way.to}`, path: line(way), taken: way.taken })),
    arcs: returns.flatMap(arc),
  }
}
