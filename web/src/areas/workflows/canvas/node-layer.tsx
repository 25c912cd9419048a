import type { StepId } from '@throughline/flow/plan'
import { useStore, useStoreApi } from '@xyflow/react'
import { memo, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { extentOf } from './step-data.ts'
import { StepNode, TriggerNode } from './step-node.tsx'
import type { CanvasNodes } from './use-nodes.ts'
import { meet } from './view.ts'
import { type Area, grown, renderedArea, sameArea, visibleArea } from './viewport-area.ts'

/** Up to this many every card is drawn, in sight or not. */
const MOST_WHOLE = 60
/** A canvas that has not moved for so long rests. */
const REST = 1_000

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
  const whole = steps.length <= MOST_WHOLE
  return (
    <>
      {trigger && <TriggerNode data={trigger} />}
      {whole ? steps.map((step) => <StepNode key={step.drawn.id} data={step} />) : placed && <InSight {...props} />}
    </>
  )
})

/** What is in sight comes first; what is around it while the canvas may go on moving. At rest nothing else is kept. */
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

function InSight({ steps, focused, revealed }: NodeLayerProps) {
  const area = useDrawnArea()
  const selected = steps.find((step) => step.selected)?.drawn.id
  // Whoever closes the panel of a step goes back to its card, wherever that is.
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
