import { useCallback, useMemo, useRef, useState } from 'react'

const NOTHING: ReadonlySet<string> = new Set()

/** What is ticked of these rows; what leaves the list is no longer selected. */
export function useSelection<R extends { id: string }>(rows: readonly R[]) {
  const [chosen, choose] = useState(NOTHING)
  const lastPressed = useRef<string>(undefined)
  const selected = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen])
  const clear = useCallback(() => choose(NOTHING), [])
  const all = useCallback(() => choose(new Set(rows.map(({ id }) => id))), [rows])
  /** `range`: and all between it and the one before. */
  const toggle = useCallback(
    (id: string, on: boolean, range: boolean) => {
      const ids = rows.map((row) => row.id)
      const from = lastPressed.current === undefined || !range ? -1 : ids.indexOf(lastPressed.current)
      const to = ids.indexOf(id)
      const meant = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      lastPressed.current = id
      choose((before) => {
        const next = new Set(before)
        for (const one of meant) {
          if (on) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [rows],
  )
  return { chosen, selected, clear, all, toggle }
}

export type Selection<R extends { id: string }> = ReturnType<typeof useSelection<R>>
