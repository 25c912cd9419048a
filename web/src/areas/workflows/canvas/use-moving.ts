import type { OnMove } from '@xyflow/react'
import { useMemo, useRef } from 'react'

/** A press that moves less is a click. */
export const CLICK_DISTANCE = 4

export const layerWhileMoving = String.raw`data-moving:[&_.react-flow\_\_viewport]:will-change-transform`

/**
 * While the canvas moves it is a layer of its own, so that a frame costs no painting, and under a drag lies a shield, so
 * that the pointer meets one thing instead of thousands. At rest it is painted sharp again.
 */
export function useMoving() {
  const canvas = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const handlers = useMemo(() => {
    const onMove: OnMove = (event, { x, y }) => {
      if (!canvas.current || !event) return
      from.current ??= { x, y }
      canvas.current.dataset.moving ??= 'view'
      const far = Math.hypot(x - from.current.x, y - from.current.y) > 2 * CLICK_DISTANCE
      if (far && event.type === 'mousemove') canvas.current.dataset.moving = 'drag'
    }
    const onMoveEnd = () => {
      from.current = undefined
      delete canvas.current?.dataset.moving
    }
    return { onMove, onMoveEnd }
  }, [])
  return { canvas, ...handlers }
}
