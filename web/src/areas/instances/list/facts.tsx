import type { InstanceRow } from '@throughline/contracts/instances'
import { useZone } from '../../../shared/current-user.ts'
import { useNow } from '../../../shared/use-now.ts'
import { sinceText } from '../../profile/parts/dates.ts'
import { texts } from '../instances.texts.ts'
import { MiniRail } from '../parts/mini-rail.tsx'
import { WhyLine } from '../parts/why-line.tsx'
import { isOpen } from './rights.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TRASH_DAYS = 30

const exact = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))

/** Relative within a week; the exact time is its tooltip. */
export function When({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  return (
    <time translate="no" dateTime={at} title={exact(zone, at)} className="whitespace-nowrap">
      {sinceText(zone, at, now)}
    </time>
  )
}

/** When it was deleted, and how long it can still be taken back. */
export function Leaving({ at }: { at: string }) {
  const now = useNow()
  const left = Math.min(TRASH_DAYS, Math.ceil((Date.parse(at) + TRASH_DAYS * DAY - now) / DAY))
  return (
    <span className="text-fg-2">
      <When at={at} /> · {texts.goneIn(left)}
    </span>
  )
}

function tookText(from: string, to: string) {
  const took = Date.parse(to) - Date.parse(from)
  if (took >= DAY) return texts.took.days(Math.round(took / DAY))
  if (took >= HOUR) return texts.took.hours(Math.round(took / HOUR))
  if (took >= MINUTE) return texts.took.minutes(Math.round(took / MINUTE))
  return texts.took.moment
}

/** Why it does not go on; of what has ended, how. */
export function Why({ instance }: { instance: InstanceRow }) {
  const { status, waiting, waiting_more, started_at, created_at, completed_at } = instance
  if (status === 'cancelled') return <span className="text-fg-3">{texts.cancelled}</span>
  if (status === 'completed')
    return <span className="text-fg-3">{completed_at && tookText(started_at ?? created_at, completed_at)}</span>
  if (waiting) return <WhyLine waiting={waiting} more={waiting_more} />
  return <span className="text-fg-2">{status === 'pending' ? texts.starting : texts.goingOn}</span>
}

export function Progress({ instance }: { instance: InstanceRow }) {
  const { mini, tasks_total, tasks_done } = instance
  return (
    <span className="flex items-center gap-2.5">
      <MiniRail mini={mini} total={tasks_total} done={tasks_done} ended={!isOpen(instance)} />
      <span aria-hidden translate="no" className="tnum shrink-0 text-xs text-fg-3">
        {tasks_done}/{tasks_total}
      </span>
    </span>
  )
}

/** Whoever is asked now, else whoever began it. */
export const peopleOf = ({ waiting, started_by }: InstanceRow) =>
  waiting && waiting.people.length > 0 ? waiting.people : started_by ? [started_by] : []
