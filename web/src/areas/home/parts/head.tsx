import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskRow } from '@throughline/contracts/tasks'
import { ChevronRight } from 'lucide-react'
import { hourOf, longDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { type Counts, focusSentence } from '../focus-sentence.ts'
import { spec, texts } from '../home.texts.ts'
import { TaskLink } from './task-link.tsx'

/** Morning before 12, afternoon before 18, in the workspace's time zone. */
export function greetingAt(now: Date, timeZone: string): string {
  const hour = hourOf(now, timeZone)
  if (hour < 12) return spec.morning
  return hour < 18 ? spec.afternoon : spec.evening
}

export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

type HeadProps = {
  user: CurrentUser
  phone: boolean
  counts: Counts | undefined
  /** What is due first. */
  first: TaskRow | undefined
}

/** Who, when, and what matters today. */
export function Head({ user, phone, counts, first }: HeadProps) {
  const now = new Date(useNow())
  const role = [user.role_display_name, user.department].filter(Boolean).join(', ')
  const start = counts && first && (counts.overdue + counts.due_today > 0 ? texts.focus.startWith : texts.focus.nextIs)
  return (
    <header>
      <p className="mb-1 text-sm text-fg-3">
        {texts.date(longDate(now, user.time_zone))} <span aria-hidden>·</span> <span translate="no">{role}</span>
      </p>
      <h1 tabIndex={-1} className="text-2xl tracking-(--track-tighter) outline-none">
        {texts.greet(greetingAt(now, user.time_zone), firstName(user.name))}
      </h1>
      <p className="mt-1.5 min-h-6 text-md text-fg-2">
        {counts && focusSentence(counts)}{' '}
        {start && !phone && (
          <>
            {start} <TaskLink task={first} className={linkClass} />.
          </>
        )}
      </p>
      {start && phone && (
        <TaskLink
          task={first}
          className="mt-3 flex min-h-14 items-center gap-3 rounded-md bg-accent px-4 py-2 text-on-accent"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-sm">{start}</span>
            <span translate="no" dir="auto" className="block truncate text-md font-semibold">
              {first.name}
            </span>
          </span>
          <ChevronRight size={18} aria-hidden className="shrink-0" />
        </TaskLink>
      )}
    </header>
  )
}
