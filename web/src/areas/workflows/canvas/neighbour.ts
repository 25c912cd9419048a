import type { StepId } from '@throughline/flow/plan'
import type { Drawing } from '../model/drawing.ts'
import type { Layout } from './layout/layout.ts'

/** Where a key leads from a step: down and up along its lines, left and right along its row, Home and End. */
export function neighbour(key: string, from: StepId, drawing: Drawing, { boxes, lines }: Layout): StepId | undefined {
  const on = lines.filter(({ kind }) => kind === 'on')
  const isStep = (id: string | undefined) => (id !== undefined && drawing.at(id) ? id : undefined)
  const beside = (sign: 1 | -1) => {
    const own = boxes.find(({ id }) => id === from)
    const [nearest] = boxes
      .filter(({ kind, y, x }) => own && kind === 'step' && y === own.y && (x - own.x) * sign > 0)
      .sort((a, b) => (a.x - b.x) * sign)
    return nearest?.id
  }
  switch (key) {
    case 'ArrowDown':
      return isStep(on.find((line) => line.from === from)?.to)
    case 'ArrowUp':
      return isStep(on.find((line) => line.to === from)?.from)
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    case 'Home':
      return drawing.steps[0]?.id
    case 'End':
      return drawing.steps.at(-1)?.id
    default:
      return undefined
  }
}
