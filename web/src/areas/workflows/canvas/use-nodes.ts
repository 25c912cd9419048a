import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { useMemo, useState } from 'react'
import type { Drawing } from '../model/drawing.ts'
import type { StepMark } from './flow-canvas.tsx'
import type { Box, Line } from './layout/layout.ts'
import type { CanvasLayout } from './layout/layout-of.ts'
import { countProblems, type OutMark, outMarks, returnsOf, type StepData, sameStep, startMark } from './step-data.ts'

export interface TriggerData {
  box: Box
  label: string
  out: OutMark
}
export interface CanvasNodes {
  trigger: TriggerData | undefined
  /** In the order of the outline, which is also that of the Tab key. */
  steps: readonly StepData[]
}

interface CanvasInput {
  drawing: Drawing
  layout: CanvasLayout
  problems: readonly Problem[]
  marks: ReadonlyMap<StepId, StepMark> | undefined
  selected: StepId | undefined
}

function linesByStep(lines: readonly Line[]): Map<StepId, Line[]> {
  const own = new Map<StepId, Line[]>()
  for (const line of lines) own.set(line.from, [...(own.get(line.from) ?? []), line])
  return own
}

function nodesOf({ drawing, layout, problems, marks, selected }: CanvasInput): CanvasNodes {
  const boxes = new Map(layout.boxes.map((box) => [box.id, box]))
  const lines = linesByStep(layout.lines)
  const counts = countProblems(problems)
  const entered = new Set(layout.lines.filter(({ kind }) => kind === 'on').map(({ to }) => to))
  const start = layout.boxes.find(({ kind }) => kind === 'trigger')
  const trigger = start && {
    box: start,
    label: drawing.trigger,
    out: startMark(start, lines.get(start.id)?.[0]),
  }
  const steps = drawing.steps.flatMap((drawn): StepData[] => {
    const box = boxes.get(drawn.id)
    if (!box) return []
    return [
      {
        drawn,
        box,
        total: drawing.steps.length,
        compact: layout.compact,
        outs: outMarks(drawn, box, lines.get(drawn.id) ?? [], boxes),
        entered: entered.has(drawn.id),
        returns: returnsOf(drawn, drawing),
        ...(counts.get(drawn.id) ?? { errors: 0, warnings: 0 }),
        mark: marks?.get(drawn.id),
        selected: selected === drawn.id,
      },
    ]
  })
  return { trigger, steps }
}

/** A step that says the same stays the same object, so that typing in one draws one card. */
class Settled {
  #steps = new Map<StepId, StepData>()
  #trigger: TriggerData | undefined

  nodes({ trigger, steps }: CanvasNodes): CanvasNodes {
    const settled = steps.map((step) => {
      const before = this.#steps.get(step.drawn.id)
      return before && sameStep(before, step) ? before : step
    })
    this.#steps = new Map(settled.map((step) => [step.drawn.id, step]))
    if (this.#trigger?.box !== trigger?.box || this.#trigger?.label !== trigger?.label) this.#trigger = trigger
    return { trigger: this.#trigger, steps: settled }
  }
}

export function useNodes({ drawing, layout, problems, marks, selected }: CanvasInput): CanvasNodes {
  const [settled] = useState(() => new Settled())
  return useMemo(
    () => settled.nodes(nodesOf({ drawing, layout, problems, marks, selected })),
    [settled, drawing, layout, problems, marks, selected],
  )
}
