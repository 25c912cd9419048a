import { useZone } from '../../../shared/current-user.ts'
import { useNow } from '../../../shared/use-now.ts'
import { dateText } from '../../tasks/parts/moment-text.ts'
import { texts } from '../documents.texts.ts'

const DAY = 86_400_000
const TRASH_DAYS = 30

const exact = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))

/** The day; the exact time is its tooltip. */
export function Day({ at }: { at: string }) {
  const zone = useZone()
  return (
    <time translate="no" dateTime={at} title={exact(zone, at)} className="tnum whitespace-nowrap">
      {dateText(at, zone)}
    </time>
  )
}

/** When it was deleted, and how long it can still be taken back. */
export function Leaving({ at }: { at: string }) {
  const now = useNow()
  const left = Math.max(0, Math.min(TRASH_DAYS, Math.ceil((Date.parse(at) + TRASH_DAYS * DAY - now) / DAY)))
  return (
    <span className="text-fg-2">
      <Day at={at} /> · {texts.goneIn(left)}
    </span>
  )
}
