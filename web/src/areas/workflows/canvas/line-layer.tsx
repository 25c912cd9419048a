import type { StepId } from '@throughline/flow/plan'
import { memo } from 'react'
import type { LineMark } from './flow-canvas.tsx'
import { type Line, type Point, pathOf } from './layout/layout.ts'
import { START } from './layout/shape.ts'

const strokes: Record<LineMark | 'plain', string> = {
  plain: 'var(--neutral-mark)',
  taken: 'var(--accent)',
  added: 'var(--success-mark)',
  removed: 'var(--danger-mark)',
}
type Look = keyof typeof strokes
/** What is marked lies on top of what it shares a way with. */
const looks: readonly Look[] = ['plain', 'removed', 'added', 'taken']

/** A return points at the side of the step it leads to. */
function arrowHead(points: readonly Point[]): string {
  const [x, y] = points.at(-1) ?? [0, 0]
  const side = Math.sign(x - (points.at(-2)?.[0] ?? x))
  return `M${x - side * 8} ${y - 5}L${x - side} ${y}L${x - side * 8} ${y + 5}`
}

/** One path for all lines of a look: where they share a way, it is drawn once. */
const LineGroup = memo(function LineGroup({ look, lines }: { look: Look; lines: readonly Line[] }) {
  const paths = (back: boolean) =>
    lines
      .filter(({ kind }) => (kind === 'back') === back)
      .map(({ points }) => pathOf(points))
      .join('')
  const heads = lines.filter(({ kind }) => kind === 'back').map(({ points }) => arrowHead(points))
  return (
    <g fill="none" stroke={strokes[look]} strokeWidth={look === 'plain' ? 1.5 : 2.25}>
      <path d={paths(false)} strokeDasharray={look === 'removed' ? '5 4' : undefined} />
      <path d={paths(true)} strokeDasharray="5 4" />
      <path d={heads.join('')} strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
    </g>
  )
})

type LineLayerProps = {
  lines: readonly Line[]
  marks: ReadonlyMap<string, LineMark> | undefined
  selected: StepId | undefined
  /** The first step has been reached. */
  started: boolean
}

/** Every line in one picture under the cards. The cards say in words what it shows. */
export const LineLayer = memo(function LineLayer({ lines, marks, selected, started }: LineLayerProps) {
  const lookOf = (line: Line): Look => {
    const touched = line.kind === 'back' && (line.from === selected || line.to === selected)
    const highlit = touched || (started && line.from === START)
    return marks?.get(`${line.from}>${line.to}`) ?? (highlit ? 'taken' : 'plain')
  }
  return (
    <svg aria-hidden className="pointer-events-none absolute top-0 left-0 -z-1 size-px overflow-visible">
      {looks.map((look) => (
        <LineGroup key={look} look={look} lines={lines.filter((line) => lookOf(line) === look)} />
      ))}
    </svg>
  )
})
