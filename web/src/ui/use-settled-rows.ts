import { useCallback, useState } from 'react'

type Row = { id: string }

/**
 * Rows as they are read: those known keep their places, those that come further down are appended, those that would
 * push others away wait.
 */
function settle<R extends Row>(known: readonly string[], fresh: readonly R[]) {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const isKnown = new Set(known)
  const end = fresh.findLastIndex(({ id }) => isKnown.has(id)) + 1
  const further = fresh.slice(end)
  return {
    shown: [...known.flatMap((id) => byId.get(id) ?? []), ...further],
    further,
    waiting: fresh.slice(0, end).filter(({ id }) => !isKnown.has(id)),
  }
}

/**
 * A list that is asked for anew while somebody reads it. `name` tells one list from another (its filters); what is not
 * `ready` is shown as it is.
 */
export function useSettledRows<R extends Row>(name: string, rows: readonly R[], ready: boolean) {
  const [seen, setSeen] = useState<{ name: string; known: readonly string[] }>()
  const known = seen?.name === name ? seen.known : undefined
  const { shown, further, waiting } = settle(known ?? [], rows)
  if (ready && (known === undefined || further.length > 0))
    setSeen({ name, known: [...(known ?? []), ...further.map(({ id }) => id)] })

  const showWaiting = useCallback(() => setSeen(undefined), [])
  /** Of what the person has just made: it comes at the top, when it comes. */
  const welcome = useCallback(
    (id: string) => setSeen((old) => old && { ...old, known: [id, ...old.known.filter((other) => other !== id)] }),
    [],
  )
  return ready && known
    ? { rows: shown, waiting: waiting.length, showWaiting, welcome }
    : { rows, waiting: 0, showWaiting, welcome }
}
