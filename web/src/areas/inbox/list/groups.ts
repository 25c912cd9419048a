import type { Message } from '@throughline/contracts/inbox'
import { type Clock, dayKey } from '../../../shared/format/time.ts'
import { texts } from '../inbox.texts.ts'
import { dayTitle } from './message-times.ts'

const NEEDS = 'needs'

/** `start`: how many rows stand before it. */
export type MessageGroup = { key: string; title: string; isNeeds: boolean; start: number; rows: readonly Message[] }

/**
 * What needs the person first, then day by day, the newest first. `held`: the one that was opened there stays among
 * those, also once it was decided.
 */
export function groupsOf(rows: readonly Message[], held: string | undefined, clock: Clock): MessageGroup[] {
  const byGroup = Map.groupBy(rows, ({ id, needs_you, timestamp }) =>
    needs_you || id === held ? NEEDS : dayKey(timestamp, clock.zone),
  )
  let before = 0
  return [...byGroup]
    .toSorted(([a], [b]) => (a === NEEDS ? -1 : b === NEEDS ? 1 : b.localeCompare(a)))
    .map(([key, group]) => {
      const start = before
      before += group.length
      const isNeeds = key === NEEDS
      return { key, title: isNeeds ? texts.needsYou : dayTitle(key, clock), isNeeds, start, rows: group }
    })
}
