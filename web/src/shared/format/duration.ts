import { numberText } from './count.ts'
import { texts } from './moments.texts.ts'
import { DAY } from './time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const SIZES = [
  { size: DAY, words: texts.days },
  { size: HOUR, words: texts.hours },
  { size: MINUTE, words: texts.minutes },
] as const

/** Hours up to two days: "36 hours" says more than "2 days". */
const sizeFor = (ms: number) => SIZES.find(({ size }) => ms >= size * (size === DAY ? 2 : 1) * 0.95)

/** "6 hours", "3 days": how long something takes, as one says it. */
export function durationText(ms: number): string {
  const fit = sizeFor(ms)
  return fit ? fit.words(Math.round(ms / fit.size)) : texts.seconds(Math.max(1, Math.round(ms / SECOND)))
}

/** The beginning of a span as it stands before its end: "2" of "2 to 5 hours", "30 minutes" of "30 minutes to 1 hour". */
export function spanBegin(from: number, to: number): string {
  const fit = sizeFor(from)
  return fit && fit === sizeFor(to) ? numberText(Math.round(from / fit.size)) : durationText(from)
}

/** "11.8 days", "5.2 hours": averages, where a tenth still says something. */
export function averageDuration(ms: number): string {
  const fit = SIZES.find(({ size }) => ms >= size * 0.95)
  return fit ? fit.words(Math.round((ms / fit.size) * 10) / 10) : texts.seconds(Math.round(ms / SECOND))
}

/** "41 h 22 m", "1 m 32 s", "4.2 s"; of what is known to the second "4 s". */
export function preciseDuration(ms: number, digits = 1): string {
  const { short } = texts
  if (ms < MINUTE) return short.seconds((ms / SECOND).toFixed(digits))
  if (ms < HOUR) return short.minutes(Math.floor(ms / MINUTE), Math.floor((ms % MINUTE) / SECOND))
  if (ms < 3 * DAY) return short.hours(Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE))
  return short.days(Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR))
}

/** "61 ms", "4.2 s": how long a call took, of which tenths of a second would hide most. */
export const callDuration = (ms: number): string =>
  ms < SECOND ? texts.short.milliseconds(Math.round(ms)) : preciseDuration(ms)

/** Seconds left as minutes and seconds: 0:42. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
