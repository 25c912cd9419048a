import { useZone } from './current-user.ts'
import { texts } from './format/moments.texts.ts'
import { agoText, momentText } from './format/moments.ts'
import { DAY, dateText, dayKey, exactMoment } from './format/time.ts'
import { useNow } from './use-now.ts'

/** How long what was deleted can be taken back. */
export const TRASH_DAYS = 30

type TimeProps = { at: string; className?: string }

function Time({ at, className = '', children }: TimeProps & { children: string }) {
  return (
    <time translate="no" dateTime={at} title={exactMoment(at, useZone())} className={`whitespace-nowrap ${className}`}>
      {children}
    </time>
  )
}

/** Relative within a week; the exact time is its tooltip. */
export function TimeAgo({ at, className }: TimeProps) {
  return (
    <Time at={at} className={className}>
      {agoText(at, useZone(), useNow())}
    </Time>
  )
}

/** The day, and of today the time; the exact moment is its tooltip. */
export function DateOf({ at }: { at: string }) {
  const zone = useZone()
  const now = useNow()
  return (
    <Time at={at} className="tnum">
      {dayKey(at, zone) === dayKey(now, zone) ? momentText(at, zone, now) : dateText(at, zone)}
    </Time>
  )
}

/** When it was deleted, and how long it can still be taken back. */
export function DeletedAgo({ at }: { at: string }) {
  // What was deleted just now may lie ahead of the page's clock.
  const left = Math.min(TRASH_DAYS, Math.ceil((Date.parse(at) + TRASH_DAYS * DAY - useNow()) / DAY))
  return (
    <span className="text-fg-2">
      <TimeAgo at={at} /> · {texts.goneIn(left)}
    </span>
  )
}
