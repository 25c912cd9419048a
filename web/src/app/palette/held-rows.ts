import { useState } from 'react'
import { texts } from './palette.texts.ts'
import type { PaletteGroup } from './palette-items.ts'

/** What is found after a row was chosen comes below all others: the chosen one doesn't move. */
export function withLater(held: readonly PaletteGroup[], now: readonly PaletteGroup[]): PaletteGroup[] {
  const shown = new Set(held.flatMap(({ items }) => items.map(({ id }) => id)))
  const later = now.flatMap(({ items }) => items.filter(({ id }) => !shown.has(id)))
  if (later.length === 0) return [...held]
  const last = held.at(-1)
  return last?.value === texts.more
    ? [...held.slice(0, -1), { ...last, items: [...last.items, ...later] }]
    : [...held, { value: texts.more, items: later }]
}

/** The rows in sight, and `hold` for the moment at which the person goes to one of them; other words begin anew. */
export function useHeldRows(words: string, now: PaletteGroup[]) {
  const [held, setHeld] = useState<{ words: string; groups: PaletteGroup[] }>()
  const groups = held?.words === words ? withLater(held.groups, now) : now
  return { groups, hold: () => setHeld({ words, groups }) }
}
