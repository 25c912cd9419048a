import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './outline-model.ts'

const tabStop = '[data-key][tabindex="0"]'

/**
 * The one row of the tree that can be tabbed to. It stays on its row through every edit; when the row goes, the one
 * that took its place has the focus. A step chosen elsewhere becomes the row.
 */
export function useRovingRow(rows: readonly Row[], selected: string | undefined) {
  const tree = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<{ key: string; place: number }>()
  const [shown, setShown] = useState<string>()
  const placeOfStep = (id: string | undefined) => rows.findIndex((row) => row.kind === 'step' && row.id === id)
  const hold = (place: number) => setHeld({ key: rows[place]?.key ?? '', place })

  const chosen = placeOfStep(selected)
  if (selected !== shown && (selected === undefined || chosen >= 0)) {
    setShown(selected)
    if (chosen >= 0) hold(chosen)
  }
  const own = rows.findIndex(({ key }) => key === held?.key)
  const firstStep = rows.findIndex(({ kind }) => kind === 'step')
  const at = own >= 0 ? own : Math.max(0, Math.min(held?.place ?? firstStep, rows.length - 1))

  // A row that is removed or moved loses the focus to the page, and a row that another one followed must pass it on.
  const inside = useRef(false)
  useLayoutEffect(() => {
    if (!inside.current) return
    const now = document.activeElement
    const row = tree.current?.querySelector<HTMLElement>(tabStop)
    const strayed =
      now === document.body || (now !== row && now instanceof HTMLElement && now.dataset.key !== undefined)
    if (strayed) row?.focus()
  })
  useEffect(() => {
    if (shown !== undefined) tree.current?.querySelector(tabStop)?.scrollIntoView?.({ block: 'nearest' })
  }, [shown])

  return {
    tree,
    at,
    /** The focus came to a row by itself. */
    noteFocus: (place: number) => {
      inside.current = true
      if (place >= 0) hold(place)
    },
    noteBlur: (into: EventTarget | null) => {
      if (into instanceof Node && !tree.current?.contains(into)) inside.current = false
    },
    go: (place: number) => {
      hold(place)
      tree.current?.querySelectorAll<HTMLElement>('[data-key]')[place]?.focus()
    },
  }
}
