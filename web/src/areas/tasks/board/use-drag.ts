import type { BoardColumn, TaskRow } from '@throughline/contracts/tasks'
import { type PointerEvent as Press, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A hand that trembles is no drag. */
const THRESHOLD = 5
const EDGE = 48
const SCROLL = 14
/** The card in the hand stays in sight as a whole. */
const MARGIN = 12

export type Drag = {
  task: TaskRow
  over: BoardColumn | undefined
  width: number
  height: number
  /** Where the card was taken hold of. */
  grip: { x: number; y: number }
}

type Held = { task: TaskRow; card: HTMLElement; startX: number; startY: number }

const columnAt = (board: HTMLElement, x: number): HTMLElement | undefined =>
  [...board.querySelectorAll<HTMLElement>('[data-column]')].find((column) => {
    const { left, right } = column.getBoundingClientRect()
    return x >= left && x < right
  })

/** Towards the edge the card is held at the board goes along. */
function scrollAlong(board: HTMLElement, x: number) {
  const { left, right } = board.getBoundingClientRect()
  if (x > right - EDGE) board.scrollLeft += SCROLL
  else if (x < left + EDGE) board.scrollLeft -= SCROLL
}

type DragOptions = {
  board: RefObject<HTMLElement | null>
  columns: readonly BoardColumn[]
  onDrop: (task: TaskRow, column: BoardColumn) => void
}

/** Cards by the mouse. Escape puts the card back; fingers scroll instead. */
export function useDrag({ board, columns, onDrop }: DragOptions) {
  const [drag, setDrag] = useState<Drag>()
  // The card in the hand is moved past React, which would draw the whole board for every pixel.
  const hand = useRef<HTMLDivElement>(null)
  const held = useRef<Held>(undefined)
  const lifted = useRef<Drag>(undefined)
  const at = useRef({ x: 0, y: 0 })

  const moveCard = useCallback(() => {
    const { current } = lifted
    if (!hand.current || !current) return
    const most = innerWidth - current.width - MARGIN
    const left = Math.max(MARGIN, Math.min(at.current.x - current.grip.x, most))
    hand.current.style.transform = `translate(${left}px, ${at.current.y - current.grip.y}px)`
  }, [])

  useEffect(() => {
    const change = (next: Drag | undefined) => {
      lifted.current = next
      setDrag(next)
    }
    const letGo = () => {
      held.current = undefined
      change(undefined)
    }
    const lift = ({ task, card, startX, startY }: Held) => {
      const { left, top, width, height } = card.getBoundingClientRect()
      change({ task, over: undefined, width, height, grip: { x: startX - left, y: startY - top } })
    }
    const onMove = (event: PointerEvent) => {
      const { current: grasp } = held
      if (!grasp || !board.current) return
      at.current = { x: event.clientX, y: event.clientY }
      const far = Math.hypot(event.clientX - grasp.startX, event.clientY - grasp.startY)
      if (!lifted.current && far >= THRESHOLD) lift(grasp)
      if (!lifted.current) return
      scrollAlong(board.current, event.clientX)
      const name = columnAt(board.current, event.clientX)?.dataset['column']
      const over = columns.find((column) => column === name)
      if (over !== lifted.current.over) change({ ...lifted.current, over })
      moveCard()
    }
    const onUp = () => {
      const dropped = lifted.current
      if (dropped) {
        // The press that began on the card ends on it: that is no click.
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      }
      letGo()
      if (dropped?.over) onDrop(dropped.task, dropped.over)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !lifted.current) return
      event.preventDefault()
      event.stopPropagation()
      letGo()
    }
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', letGo)
    addEventListener('keydown', onKey, { capture: true })
    return () => {
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', letGo)
      removeEventListener('keydown', onKey, { capture: true })
    }
  }, [board, columns, onDrop, moveCard])

  const press = useCallback((task: TaskRow, event: Press<HTMLElement>) => {
    const { target } = event
    if (event.button !== 0 || event.pointerType === 'touch') return
    if (target instanceof Element && target.closest('[data-move]')) return
    held.current = { task, card: event.currentTarget, startX: event.clientX, startY: event.clientY }
  }, [])

  return { drag, hand, press, moveCard }
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
