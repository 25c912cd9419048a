import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useCalendarActs } from './calendar-acts.ts'

/**
 * An item that is moved is mounted anew on its day, or on the old one where that was refused, and takes the focus along;
 * where the day has no room for it, the day does, and all of the days where that is not among them. So does a day that is
 * opened from the days before this one.
 */
export function useFocusTarget(days: RefObject<HTMLElement | null>) {
  const { focusTarget, forgetFocus } = useCalendarActs()
  useLayoutEffect(() => {
    const target = focusTarget()
    if (!target || document.activeElement !== document.body) return
    const find = (selector: string) => days.current?.querySelector<HTMLElement>(selector)
    const item = target.item && find(`[data-item="${target.item}"]`)
    const there = item || find(`[data-day="${target.day}"]`) || (target.item && days.current)
    if (there) there.focus()
  })
  useEffect(() => forgetFocus, [forgetFocus])
  return forgetFocus
}
