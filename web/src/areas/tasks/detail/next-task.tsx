import { Link } from '@tanstack/react-router'
import type { TaskRow } from '@throughline/contracts/tasks'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { texts } from './detail.texts.ts'
import type { Place } from './frame.ts'

type NextTaskProps = { next: TaskRow | null; place: Place }

const lookOf = 'flex min-w-0 items-center gap-2.5 rounded-sm border px-3 py-2 text-sm'

/** Offered once a task is out of one's hands. It has the focus, so that Enter goes on. */
export function NextTask({ next, place }: NextTaskProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  if (!next)
    return (
      <output className={`${lookOf} text-fg-3`}>
        <CircleCheck size={15} aria-hidden className="shrink-0 text-success-fg" />
        {texts.allDone}
      </output>
    )
  const target =
    place === 'page'
      ? ({ to: '/tasks/$taskId', params: { taskId: next.id } } as const)
      : ({ to: '.', search: (now: object) => ({ ...now, taskId: next.id }) } as const)
  return (
    <Link ref={link} {...target} resetScroll={false} className={`${lookOf} bg-surface hover:bg-surface-2`}>
      <ArrowRight size={15} aria-hidden className="shrink-0 text-accent-fg" />
      <span className="shrink-0 text-fg-3">{texts.nextTask}</span>{' '}
      <span translate="no" className="min-w-0 truncate font-medium">
        {next.name}
      </span>{' '}
      <span translate="no" className="min-w-0 flex-1 truncate text-fg-3 max-[759px]:hidden">
        {next.instance_name}
      </span>{' '}
      <DueDate due={next.due_date} hasTime={next.due_has_time} overdueAt={next.overdue_at} />
    </Link>
  )
}
