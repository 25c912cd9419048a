import type { Seat, Task } from '@throughline/contracts/tasks'
import { Check, RotateCcw, Users, X } from 'lucide-react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { momentText, whenText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from './approval.texts.ts'
import { ruleText, tally } from './leads-text.ts'

const MAX_PIPS = 12

/** Who is asked and what they have said; a pip for each approval that is needed. */
export function Votes({ task }: { task: Task }) {
  const { given, needed } = tally(task)
  return (
    <div>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {needed <= MAX_PIPS && (
          <span aria-hidden className="flex gap-1">
            {Array.from({ length: needed }, (_, n) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a pip is nothing but its place
                key={n}
                className={cn('h-1.5 w-9 max-w-9 rounded-full', n < given ? 'bg-success-mark' : 'bg-(--viz-track)')}
              />
            ))}
          </span>
        )}
        <span className="font-medium">{texts.given(given, needed)}</span>
        <span className="text-fg-3">{ruleText(task)}</span>
      </div>
      <ul className="divide-y overflow-hidden rounded-md border">
        {task.seats.map((seat) => (
          <SeatRow key={seat.slot} seat={seat} openedAt={task.created_at} inOrder={task.in_order} />
        ))}
        {task.without_vote.map(({ person, why }) => (
          <li key={person.id} className="flex min-h-12 items-center gap-2.5 px-3 py-2 text-fg-2">
            <Avatar name={person.name} src={person.photo ?? undefined} size={26} className="opacity-60" />
            <span className="min-w-0 flex-1 leading-tight">
              <span translate="no">{person.name}</span> {texts.noVote[why]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type SeatRowProps = { seat: Seat; openedAt: string; inOrder: boolean }

function SeatRow({ seat, openedAt, inOrder }: SeatRowProps) {
  const now = useNow()
  const user = useCurrentUser()
  const zone = user?.time_zone ?? 'UTC'
  const { person, queue, by, at, verdict, asked, mine, comment, asked_again: again, version_number: version } = seat
  const who = by ?? person ?? again?.by
  const name = mine && who?.id === user?.member_id ? texts.you : (who?.name ?? texts.anyone(queue?.name ?? ''))
  const given = at && momentText(at, zone, now)
  const when = given && version !== null ? texts.withVersion(given, version) : given
  const waiting = asked ? (inOrder ? null : texts.asked(whenText(openedAt, zone, now))) : texts.turnToCome
  const before = again && texts.gaveBefore[again.verdict](version, whenText(again.at, zone, now))
  const note = when || before || waiting
  return (
    <li className={cn('px-3 py-2', mine && 'bg-accent-subtle')}>
      <div className="flex min-h-8 items-center gap-2.5">
        {who ? (
          <Avatar name={who.name} src={who.photo ?? undefined} size={26} />
        ) : (
          <span className="grid size-6.5 shrink-0 place-items-center rounded-full bg-surface-3 text-fg-2">
            <Users size={14} aria-hidden />
          </span>
        )}
        <span className="min-w-0 flex-1 leading-tight">
          <span translate="no" className="block truncate font-medium">
            {name}
          </span>
          {note && (
            <span translate="no" className="block text-xs text-fg-2">
              {note}
            </span>
          )}
        </span>
        <Verdict seat={seat} />
      </div>
      {comment && verdict && (
        <p translate="no" className="mt-1 ml-9 text-sm break-words whitespace-pre-line text-fg-2">
          {comment}
        </p>
      )}
    </li>
  )
}

function Verdict({ seat: { verdict, asked, mine, asked_again } }: { seat: Seat }) {
  if (verdict === 'approve')
    return (
      <Tag tone="success" icon={Check}>
        {texts.verdicts.approve}
      </Tag>
    )
  if (verdict === 'reject')
    return (
      <Tag tone="danger" icon={X}>
        {texts.verdicts.reject}
      </Tag>
    )
  if (verdict === 'changes')
    return (
      <Tag tone="warning" icon={RotateCcw}>
        {texts.verdicts.changes}
      </Tag>
    )
  if (asked_again)
    return (
      <Tag tone="warning" icon={RotateCcw}>
        {texts.askedAgain}
      </Tag>
    )
  return asked && <span className="text-xs whitespace-nowrap text-fg-2">{mine ? texts.yourTurn : texts.notYet}</span>
}
