import type { Problem } from '@throughline/flow/compile'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** ↑ ↓ Home End from issue to issue, I to the next one and its step. After a repair the focus goes to what took its place. */
export function useIssueKeys(list: readonly Problem[], jump: (problem: Problem) => void) {
  const listRef = useRef<HTMLElement>(null)
  const kept = useRef<number>(undefined)
  const items = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-issue]') ?? [])]
  const place = () => items().findIndex((item) => item.closest('li')?.contains(document.activeElement))

  // The problems follow a moment after the repair: only then is the pressed button gone, and the focus with it.
  useLayoutEffect(() => {
    const at = kept.current
    if (at === undefined || document.activeElement !== document.body) return
    kept.current = undefined
    const all = items()
    const next = all[Math.min(at, all.length - 1)] ?? listRef.current
    next?.focus()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || list.length === 0) return
    // The choice of what is shown has arrow keys of its own.
    if (event.target instanceof HTMLInputElement) return
    kept.current = undefined
    const at = place()
    const targets: Record<string, number> = {
      ArrowDown: Math.min(at + 1, list.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: list.length - 1,
      i: (at + 1) % list.length,
    }
    const next = targets[event.key]
    if (next === undefined) return
    event.preventDefault()
    items()[next]?.focus()
    const problem = list[next]
    if (event.key === 'i' && problem) jump(problem)
  }
  return {
    listRef,
    onKeyDown,
    keepPlace: (at: number) => {
      kept.current = at
    },
  }
}
