import type { Drawing } from '../../model/drawing.ts'
import { type Layout, layout } from './layout.ts'
import { COMPACT, FULL, type Shape, shapeOf } from './shape.ts'

export interface CanvasLayout extends Layout {
  compact: boolean
  bounds: { left: number; right: number; top: number; bottom: number }
}

const MAX_FULL_STEPS = 20
const MAX_FULL_WIDTH = 1040
/** Going back and forth between modes and undoing come back to a structure that was drawn before. */
const MAX_CACHED = 12
const cache = new Map<string, CanvasLayout>()

function bounded(drawn: Layout, compact: boolean): CanvasLayout {
  const xs = [
    ...drawn.boxes.flatMap(({ x, w }) => [x - w / 2, x + w / 2]),
    ...drawn.lines.flatMap(({ points }) => points.map(([x]) => x)),
  ]
  const ys = drawn.boxes.flatMap(({ y, h }) => [y, y + h])
  const bounds = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
  return { ...drawn, compact, bounds }
}

function fitting(shape: Shape, small: boolean): CanvasLayout {
  if (!small && shape.steps.length <= MAX_FULL_STEPS) {
    const full = bounded(layout(shape, FULL), false)
    const cards = full.boxes.flatMap(({ x, w }) => [x - w / 2, x + w / 2])
    if (Math.max(...cards) - Math.min(...cards) <= MAX_FULL_WIDTH) return full
  }
  return bounded(layout(shape, COMPACT), true)
}

/**
 * The layout of a drawing: the same object as long as steps, ways and ends stay, whatever they are called. `small`: with
 * compact cards however few there are.
 */
export function layoutOf(drawing: Drawing, small = false): CanvasLayout {
  const shape = shapeOf(drawing)
  const key = `${small ? 'small ' : ''}${JSON.stringify(shape)}`
  const known = cache.get(key)
  if (known) return known
  const made = measured('layout', () => fitting(shape, small))
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  cache.set(key, made)
  return made
}

/** Does the work and leaves how long it took, under its name, to the browser's own tools; the last time counts. */
export function measured<T>(name: string, work: () => T): T {
  const start = performance.now()
  const made = work()
  performance.clearMeasures(name)
  performance.measure(name, { start })
  return made
}
