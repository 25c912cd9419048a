import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { type KeyboardEvent, type RefObject, useCallback, useMemo } from 'react'
import { hasMod } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { focusedRowId, moveBetweenRows, toggleFocusedRow } from '../../../ui/row-focus.ts'
import { texts } from '../tasks.texts.ts'

type ListKeys = {
  scroller: RefObject<HTMLElement | null>
  tasks: readonly TaskRow[]
  /** The task that stands open: the keys lead on from it. */
  current: TaskId | undefined
  selected: boolean
  onAll: () => void
  onClear: () => void
  onClaim: { many: () => void; one: (task: TaskRow) => void } | undefined
  onStepTo: (taskId: TaskId) => void
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** J and K, arrows, Space and X, Shift with them, all, none, claim. What it returns hears the keys inside the list. */
export function useListKeys(keys: ListKeys) {
  const { scroller, tasks, current, selected, onAll, onClear, onClaim, onStepTo } = keys
  const step = useCallback(
    (by: 1 | -1) => {
      const list = scroller.current
      const at = tasks.findIndex(({ id }) => id === current)
      const next = at < 0 ? undefined : tasks[at + by]
      if (!next) return moveBetweenRows(list, by)
      onStepTo(next.id)
      if (list?.contains(document.activeElement))
        list.querySelector<HTMLElement>(`[data-row="${next.id}"] [data-main]`)?.focus()
      return undefined
    },
    [scroller, tasks, current, onStepTo],
  )
  const claim = useCallback(() => {
    const id = focusedRowId(scroller.current)
    const task = tasks.find((one) => one.id === id)
    if (selected) onClaim?.many()
    else if (task && !task.assignee) onClaim?.one(task)
  }, [scroller, tasks, selected, onClaim])
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.keys.next, act: () => step(1) },
        { key: 'k', label: texts.keys.previous, act: () => step(-1) },
        { key: 'x', label: texts.keys.select, act: () => toggleFocusedRow(scroller.current) },
        ...(onClaim ? [{ key: 'c', label: texts.keys.claim, act: claim }] : []),
        ...(selected ? [{ key: 'Escape', label: texts.keys.clear, act: onClear }] : []),
      ],
      [step, scroller, onClaim, claim, selected, onClear],
    ),
  )
  return (event: KeyboardEvent) => {
    const inRow = event.target instanceof HTMLElement && event.target.closest('[data-row]') !== null
    const onTitle = event.target instanceof HTMLElement && 'main' in event.target.dataset
    const by = STEPS[event.key]
    if (hasMod(event) && event.key === 'a') onAll()
    else if (inRow && event.key.startsWith('Arrow') && by) {
      if (event.shiftKey) toggleFocusedRow(scroller.current)
      step(by)
      if (event.shiftKey) toggleFocusedRow(scroller.current, true)
    } else if (onTitle && event.key === ' ') toggleFocusedRow(scroller.current, event.shiftKey)
    else return
    event.preventDefault()
  }
}
