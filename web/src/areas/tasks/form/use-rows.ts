import { useEffect, useRef, useState } from 'react'
import type { Row } from './rows.ts'

/** A row has nothing of its own but its place: its name stays with it while others go. */
interface NamedRow {
  name: string
  row: Row
}

const newName = (): string => crypto.randomUUID()

/**
 * Rows that are changed by name. What arrives late, as an upload does, changes the rows as they are by then, and nothing
 * once its row is gone.
 */
export function useRows(rows: readonly Row[], onChange: (rows: Row[]) => void) {
  const [names, setNames] = useState(() => rows.map(newName))
  if (names.length !== rows.length) setNames(rows.map((_, n) => names[n] ?? newName()))
  const all = rows.map((row, n): NamedRow => ({ name: names[n] ?? '', row }))
  const newest = useRef(all)
  useEffect(() => {
    newest.current = all
  })
  const change = (next: NamedRow[]) => {
    newest.current = next
    setNames(next.map(({ name }) => name))
    onChange(next.map(({ row }) => row))
  }
  return {
    all,
    add: () => change([...newest.current, { name: newName(), row: {} }]),
    remove: (name: string) => change(newest.current.filter((one) => one.name !== name)),
    put: (name: string, cells: Row) => {
      if (newest.current.some((one) => one.name === name))
        change(newest.current.map((one) => (one.name === name ? { name, row: { ...one.row, ...cells } } : one)))
    },
  }
}
