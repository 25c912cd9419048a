import type { InstanceRow } from '@throughline/contracts/instances'
import type { Person, Waiting } from '@throughline/contracts/running'
import { TriangleAlert } from 'lucide-react'
import { durationText } from '../../../shared/format/duration.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../instances.texts.ts'
import { isOpen } from '../list/rights.ts'
import { useReader } from '../why/use-reader.ts'
import { inShort, whatIsMissing } from '../why/why-text.ts'
import { MiniRail } from './mini-rail.tsx'

const MINUTE = 60_000

function elapsedText(from: string, to: string) {
  const elapsed = Date.parse(to) - Date.parse(from)
  return elapsed < MINUTE ? texts.took.moment : texts.took.in(durationText(elapsed))
}

/** Why it does not go on; of what has ended, how. */
export function Why({ instance }: { instance: InstanceRow }) {
  const { status, waiting, waiting_more, started_at, created_at, completed_at } = instance
  if (status === 'cancelled') return <span className="text-fg-3">{texts.cancelled}</span>
  if (status === 'completed')
    return <span className="text-fg-3">{completed_at && elapsedText(started_at ?? created_at, completed_at)}</span>
  if (waiting) return <WhyLine waiting={waiting} more={waiting_more} />
  return <span className="text-fg-2">{status === 'pending' ? texts.starting : texts.goingOn}</span>
}

export function Progress({ instance }: { instance: InstanceRow }) {
  const { mini, steps_total, steps_done } = instance
  return (
    <span className="flex items-center gap-2.5">
      <MiniRail mini={mini} total={steps_total} done={steps_done} ended={!isOpen(instance)} />
      <span aria-hidden translate="no" className="tnum shrink-0 text-xs text-fg-3">
        {steps_done}/{steps_total}
      </span>
    </span>
  )
}

/** Whoever is asked now, else whoever began it. */
export const peopleOf = ({ waiting, started_by }: InstanceRow) =>
  waiting && waiting.people.length > 0 ? waiting.people : started_by ? [started_by] : []

const MAX_AVATARS = 3

/** Named for the ears by all their names, however many pictures there is room for. */
export function AvatarStack({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  const names = texts.people(people.map(({ name }) => name))
  return (
    <span title={names} translate="no" className="flex items-center -space-x-0.5">
      <span className="sr-only">{names}</span>
      {people.slice(0, MAX_AVATARS).map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={20} className="ring-2 ring-(--card)" />
      ))}
      {people.length > MAX_AVATARS && (
        <span aria-hidden className="tnum pl-1.5 text-xs text-fg-3">
          +{people.length - MAX_AVATARS}
        </span>
      )}
    </span>
  )
}

type WhyLineProps = {
  waiting: Waiting | null
  /** Further reasons beside this one. */
  more: number
  className?: string
}

/** Why something does not go on, in a few words; the whole sentence is its tooltip. */
export function WhyLine({ waiting, more, className }: WhyLineProps) {
  const reader = useReader()
  if (!waiting) return null
  const alarming = waiting.kind === 'failed' || waiting.overdue
  return (
    <span
      // A failure is told in the words of whatever failed.
      translate={waiting.kind === 'failed' ? 'no' : undefined}
      title={whatIsMissing(waiting, reader)}
      className={cn('flex min-w-0 items-center gap-1.5', alarming ? 'text-danger-fg' : 'text-fg-2', className)}
    >
      {waiting.kind === 'failed' && <TriangleAlert size={13} aria-hidden className="shrink-0" />}
      <span translate="yes" className="truncate">
        {inShort(waiting, more, reader)}
      </span>
    </span>
  )
}
