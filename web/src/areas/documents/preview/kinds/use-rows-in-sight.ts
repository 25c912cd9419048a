import { type RefObject, useEffect, useState } from 'react'
import { watchSight } from '../watch-sight.ts'

const BEYOND = 20
const STEP = 10

type Sight = { first: number; last: number }

function lookAt(element: HTMLElement, height: number, beyond: number): Sight {
  if (element.clientHeight === 0) return { first: 0, last: beyond * 3 }
  const step = Math.min(STEP, beyond)
  const top = Math.floor(element.scrollTop / height / step) * step
  const seen = Math.ceil(element.clientHeight / height)
  return { first: Math.max(0, top - beyond), last: top + seen + step + beyond }
}

/** Which of `count` rows of one height are in or near sight; the others need not be drawn. `beyond`: how many are near. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  beyond = BEYOND,
): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, last: beyond * 3 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const next = lookAt(element, height, beyond)
      setSight((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    look()
    return watchSight(element, look)
  }, [scroller, height, beyond])
  return { first: Math.min(sight.first, count), last: Math.min(sight.last, count) }
}

/** So that a row can be seen, where it is not already. */
export function bringIntoSight(element: HTMLElement | null, top: number, height: number, covered = 0) {
  if (!element) return
  if (top < element.scrollTop + covered) element.scrollTop = Math.max(0, top - covered - height * 2)
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height * 3 - element.clientHeight
}
