import { Link } from '@tanstack/react-router'
import type { SubmissionRow, SubmissionState } from '@throughline/contracts/form-submissions'
import { CircleCheck, CircleDot, CircleX, Inbox, type LucideIcon, ShieldQuestion } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../submissions.texts.ts'

const LOOKS: Record<SubmissionState, [LucideIcon, string]> = {
  received: [Inbox, 'text-fg-3'],
  running: [CircleDot, 'text-info-fg'],
  finished: [CircleCheck, 'text-fg-3'],
  not_started: [CircleX, 'text-danger-fg'],
  held: [ShieldQuestion, 'text-warning-fg'],
}

/** Shape and word: what became of a response. */
function StateMark({ state, children }: { state: SubmissionState; children?: string }) {
  const [Icon, look] = LOOKS[state]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon size={15} aria-hidden className={cn('shrink-0', look)} />
      <span className={cn('truncate', state === 'not_started' || state === 'held' ? look : 'text-fg-2')}>
        {children ?? texts.state[state]}
      </span>
    </span>
  )
}

/** The instance it started, else why there is none. */
export function Started({ row }: { row: SubmissionRow }) {
  const instances = row.starts.flatMap(({ instance }) => instance ?? [])
  const [first] = instances
  if (!first || row.state === 'not_started' || row.state === 'held') {
    const isHidden = row.starts.some(({ state }) => state === 'started')
    return (
      <StateMark state={row.state}>
        {row.state === 'received' ? texts.startsNothing : isHidden && !first ? texts.hiddenInstance : undefined}
      </StateMark>
    )
  }
  const [Icon, look] = LOOKS[row.state]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon size={15} aria-hidden className={cn('shrink-0', look)} />
      <span className="sr-only">{texts.state[row.state]}</span>
      <Link
        to="/instances/$instanceId"
        params={{ instanceId: first.id }}
        translate="no"
        className="tnum truncate text-accent-text hover:underline"
      >
        {first.key}
      </Link>
      {instances.length > 1 && <span className="tnum text-xs text-fg-3">{texts.moreStarts(instances.length - 1)}</span>}
    </span>
  )
}
