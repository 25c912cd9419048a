import { useEffect, useEffectEvent, useRef } from 'react'
import { isTyping, somethingIsOpen } from './use-builder-keys.ts'
import type { View } from './use-view.ts'

/**
 * From the panel back to its step: Escape leaves also from a box of the panel, and whoever was in a panel that closes
 * goes on at the step. Answers the ref of what holds canvas or outline.
 */
export function useWayBack({ side, step, show }: View) {
  const steps = useRef<HTMLDivElement>(null)
  const before = useRef({ side, step })

  useEffect(() => {
    const { side: closed, step: last } = before.current
    before.current = { side, step: step ?? last }
    if (closed === undefined || side !== undefined || document.activeElement !== document.body) return
    const card = last === undefined ? '' : `, [data-step="${CSS.escape(last)}"]`
    steps.current?.querySelector<HTMLElement>(`[role="treeitem"][tabindex="0"]${card}`)?.focus()
  }, [side, step])

  const leave = useEffectEvent(() => show(undefined))
  useEffect(() => {
    // A list that Escape closes is closed already when the key arrives here.
    let listOpen = false
    const look = ({ target }: KeyboardEvent) => {
      listOpen = target instanceof HTMLElement && target.ariaExpanded === 'true'
    }
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || listOpen || somethingIsOpen()) return
      if (isTyping(target) && target.closest('aside') && steps.current?.contains(target)) leave()
    }
    addEventListener('keydown', look, true)
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', look, true)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return steps
}
