import type { InstanceRow } from '@throughline/contracts/instances'
import { durationText } from '../../../shared/format/duration.ts'
import { texts } from '../instances.texts.ts'
import { MiniRail } from '../parts/mini-rail.tsx'
import { WhyLine } from '../parts/why-line.tsx'
import { isOpen } from './rights.ts'

const MINUTE = 60_000

function tookText(from: string, to: string) {
  const took = Date.parse(to) - Date.parse(from)
  return took < MINUTE ? texts.took.moment : texts.took.in(durationText(took))
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
