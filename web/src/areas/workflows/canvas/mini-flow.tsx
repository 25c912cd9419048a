import type { StepType } from '@throughline/contracts/workflows'
import { useMemo } from 'react'
import type { Drawing } from '../model/drawing.ts'
import { layout, pathOf } from './layout/layout.ts'
import { MINI, shapeOf } from './layout/shape.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const SIDE = 16
const LARGEST = 1.3

/** A small picture of a workflow, from left to right. */
export function MiniFlow({ drawing, label, className }: { drawing: Drawing; label: string; className?: string }) {
  const picture = useMemo(() => {
    const shape = shapeOf(drawing)
    const types = new Map<string, StepType>(shape.steps.map(({ id, type }) => [id, type]))
    const { boxes, lines } = layout(shape, MINI)
    // Drawn from above; left to right is the same with the axes swapped.
    const across = [...boxes.map(({ x }) => x), ...lines.flatMap(({ points }) => points.map(([x]) => x))]
    const top = Math.min(0, ...across) - SIDE / 2 - 2
    const height = Math.max(0, ...across) + SIDE / 2 + 2 - top
    const width = Math.max(0, ...boxes.map(({ y }) => y)) + SIDE + 4
    return { boxes, lines, types, top, width, height }
  }, [drawing])
  const { boxes, lines, types, top, width, height } = picture
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
      role="img"
      aria-label={label}
      viewBox={`-2 ${top} ${width} ${height}`}
      className={className}
      style={{ maxWidth: width * LARGEST, maxHeight: height * LARGEST }}
    >
      {lines.map(({ id, points }) => (
        <path
          key={id}
          d={pathOf(
            points.map(([x, y]) => [y, x]),
            4,
          )}
          fill="none"
          stroke="var(--neutral-mark)"
          strokeWidth={1.2}
        />
      ))}
      {boxes.map(({ id, x, y }) => {
        const { fill, mark } = STEP_KINDS[types.get(id) ?? 'manual']
        return (
          <rect
            key={id}
            x={y}
            y={x - SIDE / 2}
            width={SIDE}
            height={SIDE}
            rx={4.5}
            fill={fill}
            stroke={mark}
            strokeWidth={1.1}
          />
        )
      })}
    </svg>
  )
}
