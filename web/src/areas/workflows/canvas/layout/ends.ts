import { PILL, pillsOf } from './lattice.ts'
import type { Box, Line, Point } from './layout.ts'
import type { Shape, ShapeOut, Sizes } from './shape.ts'

/** The box of the end that an outcome of a step leads to. */
const endId = (step: string, outcome: string) => `$end ${step} ${outcome}`

/** Height in a card at which a single end stands beside it: the line that says what it does. */
const besideY = (sizes: Sizes) => (sizes.back > 0 ? 58 : sizes.height / 2)

export function endsOf(shape: Shape, cards: ReadonlyMap<string, Box>, sizes: Sizes): { boxes: Box[]; lines: Line[] } {
  const boxes: Box[] = []
  const lines: Line[] = []
  const put = (card: Box, { outcome, pill }: ShapeOut, x: number, y: number, points: Point[]) => {
    const id = endId(card.id, outcome)
    boxes.push({ id, kind: 'end', x, y, w: pill, h: PILL.height })
    lines.push({ id, kind: 'end', from: card.id, to: id, outcomes: [outcome], points, mark: [x, y + PILL.height / 2] })
  }
  for (const step of shape.steps) {
    const card = cards.get(step.id)
    if (!card) continue
    const { under, beside } = pillsOf(step)
    const bottom = card.y + card.h
    if (under) {
      const y = bottom + PILL.stub
      put(card, under, card.x, y, [
        [card.x, bottom],
        [card.x, y],
      ])
    }
    const side = card.x + card.w / 2
    const start = card.y + besideY(sizes)
    beside.forEach((out, n) => {
      const y = beside.length === 1 ? start : card.y + PILL.pitch * n + PILL.height / 2
      const level = Math.min(y, bottom - PILL.height / 2)
      const left = side + PILL.stub
      const bend: Point[] =
        level === y
          ? []
          : [
              [side + PILL.stub / 2, level],
              [side + PILL.stub / 2, y],
            ]
      put(card, out, left + out.pill / 2, y - PILL.height / 2, [[side, level], ...bend, [left, y]])
    })
  }
  return { boxes, lines }
}
