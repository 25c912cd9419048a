import type { StepId } from '@throughline/flow/plan'
import { useStore, useStoreApi } from '@xyflow/react'
import { memo, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { extentOf } from './step-data.ts'
import { StepNode, TriggerNode } from './step-node.tsx'
import type { CanvasNodes } from './use-nodes.ts'
import { meet, type Rect } from './view.ts'

/** Up to this many steps every card is drawn, visible or not. */
const MAX_WHOLE = 60
/** A canvas that has not moved for so long rests. */
const REST = 1_000

/** A part of the drawing, in its own measure. */
type Area = Rect

/** Drawn beyond the visible part, so that a canvas that moves meets cards that are there already. */
const OVERSCAN = 300
/** What is drawn changes only after a move this far. */
const STRIDE = 240

const down = (value: number) => Math.floor(value / STRIDE) * STRIDE
const up = (value: number) => Math.ceil(value / STRIDE) * STRIDE

interface Canvas {
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
}

export function visibleArea({ transform: [x, y, zoom], width, height }: Canvas): Area {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
}

/** The visible part, and what is around it. */
export function renderedArea(canvas: Canvas): Area {
  const { left, top, right, bottom } = visibleArea(canvas)
  return {
    left: down(left - OVERSCAN),
    top: down(top - OVERSCAN),
    right: up(right + OVERSCAN),
    bottom: up(bottom + OVERSCAN),
  }
}

/** What was drawn before stays this far around, so that going back finds it there. */
const STAYS = 1200

export function grown(before: Area, now: Area): Area {
  return {
    left: Math.max(Math.min(before.left, now.left), now.left - STAYS),
    top: Math.max(Math.min(before.top, now.top), now.top - STAYS),
    right: Math.min(Math.max(before.right, now.right), now.right + STAYS),
    bottom: Math.min(Math.max(before.bottom, now.bottom), now.bottom + STAYS),
  }
}

const sameArea = (one: Area, other: Area) =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom

type NodeLayerProps = CanvasNodes & {
  /** Where the canvas stands is known. */
  placed: boolean
  /** Has, or is about to get, the focus. */
  focused: StepId | undefined
  revealed: StepId | undefined
}

/**
 * The cards, each after the one that the outline lists before it. Of a large drawing those in sight and around it are
 * there, and what keys can come to next: the first, the last, and those beside the one with the focus.
 */
export const NodeLayer = memo(function NodeLayer(props: NodeLayerProps) {
  const { trigger, steps, placed } = props
  const whole = steps.length <= MAX_WHOLE
  return (
    <>
      {trigger && <TriggerNode data={trigger} />}
      {whole
        ? steps.map((step) => <StepNode key={step.drawn.id} data={step} />)
        : placed && <VisibleNodes {...props} />}
    </>
  )
})

/** Draws the visible part first, then what is around it while the canvas may move on. At rest nothing else stays. */
function useDrawnArea(): Area {
  const store = useStoreApi()
  const now = useStore(renderedArea, sameArea)
  const [drawn, draw] = useState(now)
  const more = grown(drawn, now)
  const area = sameArea(more, drawn) ? drawn : more
  if (area !== drawn) draw(area)
  useEffect(() => {
    const due = setTimeout(() => startTransition(() => draw(now)), REST)
    return () => clearTimeout(due)
  }, [now])
  return useDeferredValue(area, visibleArea(store.getState()))
}

function VisibleNodes({ steps, focused, revealed }: NodeLayerProps) {
  const area = useDrawnArea()
  const selected = steps.find((step) => step.selected)?.drawn.id
  // Closing the panel of a step leads back to its card, wherever that is.
  const [last, setLast] = useState(selected)
  if (selected !== undefined && selected !== last) setLast(selected)
  const place = steps.findIndex(({ drawn }) => drawn.id === focused)
  const kept = new Set([0, steps.length - 1, ...(place < 0 ? [] : [place - 1, place, place + 1])])
  return steps.map((step, n) => {
    const { id } = step.drawn
    const stays = kept.has(n) || id === selected || id === last || id === revealed
    return stays || meet(area, extentOf(step)) ? <StepNode key={id} data={step} /> : null
  })
}
