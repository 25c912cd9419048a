import { texts } from '../profile.texts.ts'

const day = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone })

/** "Nov 12, 2026", there. */
export const dayIn = (timeZone: string, at: string) => day(timeZone).format(new Date(at))

const DAY = 86_400_000
const STEPS = [
  { unit: 'day', size: DAY },
  { unit: 'hour', size: 3_600_000 },
  { unit: 'minute', size: 60_000 },
] as const

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** "2 hours ago"; from a week on the day itself. */
export function sinceText(timeZone: string, at: string, now: number) {
  const ago = now - new Date(at).getTime()
  if (ago >= 7 * DAY) return dayIn(timeZone, at)
  const step = STEPS.find(({ size }) => ago >= size)
  return step ? relative.format(-Math.floor(ago / step.size), step.unit) : texts.devices.justNow
}

/** "09:41", there. */
export const clockIn = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(now)
