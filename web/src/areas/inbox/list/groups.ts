import type { Message } from '@throughline/contracts/inbox'
import { type Clock, dayKey } from '../../../shared/format/time.ts'
import { texts } from '../inbox.texts.ts'
import { dayTitle } from './message-times.ts'

const NEEDS = 'needs'

export type MessageGroup = { key: string; title: string; isNeeds: boolean; rows: readonly Message[] }

/**
 * What needs the person first, then day by day, the newest first. `held`: the one that was opened there stays among
 * those, also once it was decided.
 */
export function groupsOf(rows: readonly Message[], held: string | undefined, clock: Clock): MessageGroup[] {
  const byGroup = Map.groupBy(rows, ({ id, needs_you, timestamp }) =>
    needs_you || id === held ? NEEDS : dayKey(timestamp, clock.zone),
  )
  return [...byGroup]
    .toSorted(([a], [b]) => (a === NEEDS ? -1 : b === NEEDS ? 1 : b.localeCompare(a)))
    .map(([key, group]) => ({
      key,
      title: key === NEEDS ? texts.needsYou : dayTitle(key, clock),
      isNeeds: key === NEEDS,
      rows: group,
    }))
}
