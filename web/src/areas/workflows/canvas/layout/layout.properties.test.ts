import { templates } from '@throughline/flow/templates'
import { casesOf } from '@throughline/flow/testing/cases'
import { documents } from '@throughline/flow/testing/documents'
import { largeWorkflow } from '@throughline/flow/testing/large'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawingOf, namesOf } from '../../model/drawing.ts'
import { type Box, type Layout, type Line, layout } from './layout.ts'
import { COMPACT, FULL, MINI, type Sizes, shapeOf } from './shape.ts'

const names = namesOf({ people: [], teams: [], workflows: [] })
const anyDocument = fc.oneof(
  { weight: 9, arbitrary: documents },
  { weight: 1, arbitrary: fc.constantFrom(...templates) },
)
const TIMEOUT = 120_000
const anySizes = fc.constantFrom(FULL, COMPACT)

const laidOut = (doc: Parameters<typeof drawingOf>[0], sizes: Sizes) => {
  const drawing = drawingOf(doc, names)
  return { drawing, drawn: layout(shapeOf(drawing), sizes) }
}

const edgesOf = ({ x, y, w, h }: Box) => ({ left: x - w / 2, right: x + w / 2, top: y, bottom: y + h })
function meet(a: Box, b: Box): boolean {
  const [one, other] = [edgesOf(a), edgesOf(b)]
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** Touching an edge is no crossing: lines begin and end there. */
function crosses({ points }: Line, box: Box): boolean {
  const { left, right, top, bottom } = edgesOf(box)
  return points.slice(1).some(([x, y], n) => {
    const [fromX, fromY] = points[n] ?? [x, y]
    const inside = 0.5
    return (
      Math.min(x, fromX) < right - inside &&
      Math.max(x, fromX) > left + inside &&
      Math.min(y, fromY) < bottom - inside &&
      Math.max(y, fromY) > top + inside
    )
  })
}

const overlapping = ({ boxes }: Layout) =>
  boxes.flatMap((a, n) => boxes.slice(n + 1).flatMap((b) => (meet(a, b) ? [`${a.id} ${b.id}`] : [])))
const crossed = ({ boxes, lines }: Layout) =>
  lines.flatMap((line) => boxes.flatMap((box) => (crosses(line, box) ? [`${line.id} over ${box.id}`] : [])))
const slanted = ({ lines }: Layout) =>
  lines.filter(({ points }) =>
    points.slice(1).some(([x, y], n) => {
      const [fromX, fromY] = points[n] ?? [x, y]
      return Math.abs(x - fromX) > 0.5 && Math.abs(y - fromY) > 0.5
    }),
  )

test(
  'no two boxes overlap, no line runs over a box, every line is at right angles',
  () => {
    fc.assert(
      fc.property(anyDocument, anySizes, (doc, sizes) => {
        const { drawn } = laidOut(doc, sizes)
        expect(overlapping(drawn)).toEqual([])
        expect(crossed(drawn)).toEqual([])
        expect(slanted(drawn)).toEqual([])
      }),
      { numRuns: casesOf(0.125), examples: [[largeWorkflow(), COMPACT]] },
    )
  },
  TIMEOUT,
)

test(
  'no + lies on another',
  () => {
    fc.assert(
      fc.property(anyDocument, anySizes, (doc, sizes) => {
        const { drawn } = laidOut(doc, sizes)
        const lines = drawn.lines.filter(({ kind }) => kind === 'on')
        const close = lines.flatMap((a, n) =>
          lines.slice(n + 1).flatMap((b) => {
            const [dx, dy] = [Math.abs(a.mark[0] - b.mark[0]), Math.abs(a.mark[1] - b.mark[1])]
            return dx < 24 && dy < 24 ? [`${a.id} and ${b.id}: ${dx} ${dy}`] : []
          }),
        )
        expect(close).toEqual([])
      }),
      { numRuns: casesOf(0.125), examples: [[largeWorkflow(), COMPACT]] },
    )
  },
  TIMEOUT,
)

test(
  'every step, every way and every end is drawn, forward ways downwards',
  () => {
    fc.assert(
      fc.property(anyDocument, anySizes, (doc, sizes) => {
        const { drawing, drawn } = laidOut(doc, sizes)
        const place = new Map(drawn.boxes.map((box) => [box.id, box]))
        for (const step of drawing.steps) {
          expect(place.has(step.id)).toBe(true)
          for (const out of step.outs) {
            const own = drawn.lines.filter(({ from, outcomes }) => from === step.id && outcomes.includes(out.outcome))
            if (out.end !== undefined) expect(own.map(({ kind }) => kind)).toEqual(['end'])
            for (const to of out.to) {
              const line = own.find((each) => each.to === to && each.kind === (out.back ? 'back' : 'on'))
              expect(line, `${step.id} ${out.outcome} ${to}`).toBeDefined()
              if (!out.back) expect(place.get(to)?.y).toBeGreaterThan(place.get(step.id)?.y ?? Infinity)
            }
          }
        }
      }),
      { numRuns: casesOf(0.125), examples: [[largeWorkflow(), COMPACT]] },
    )
  },
  TIMEOUT,
)

test(
  'the same structure is drawn the same, whatever its steps are called',
  () => {
    fc.assert(
      fc.property(anyDocument, anySizes, (doc, sizes) => {
        const renamed = structuredClone(doc)
        for (const step of Object.values(renamed.steps)) step.name = `${step.name} anew`
        expect(laidOut(renamed, sizes).drawn).toEqual(laidOut(doc, sizes).drawn)
      }),
      { numRuns: casesOf(0.025) },
    )
  },
  TIMEOUT,
)

test(
  'small pictures hold every step and no ends',
  () => {
    fc.assert(
      fc.property(anyDocument, (doc) => {
        const { drawing, drawn } = laidOut(doc, MINI)
        expect(drawn.boxes.map(({ id }) => id).sort()).toEqual(drawing.steps.map(({ id }) => id).sort())
        expect(overlapping(drawn)).toEqual([])
        expect(drawn.lines.every(({ kind }) => kind === 'on')).toBe(true)
      }),
      { numRuns: casesOf(0.05) },
    )
  },
  TIMEOUT,
)

test('branches stand from left to right as the document names them, also where their lines go across each other', () => {
  const doc = templates.find(({ id }) => id === 'invoice-approval')
  if (!doc) throw new Error('there is no such template')
  const { drawn } = laidOut(doc, FULL)
  const middle = (id: string) => drawn.boxes.find((box) => box.id === id)?.x ?? Number.NaN
  expect(middle('board')).toBeLessThan(middle('manager'))
  expect(middle('manager')).toBeLessThan(middle('lead'))
})
