import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useMemo, useState } from 'react'

const NOTHING: ReadonlySet<string> = new Set()

/** What is selected of the rows in sight; what has left them is selected no more. */
export function useSelection(tasks: readonly TaskRow[]) {
  const [chosen, choose] = useState(NOTHING)
  const selected = useMemo(() => tasks.filter(({ id }) => chosen.has(id)), [tasks, chosen])
  const clear = useCallback(() => choose(NOTHING), [])
  const all = useCallback(() => choose(new Set(tasks.map(({ id }) => id))), [tasks])
  return { chosen, choose, selected, clear, all }
}
