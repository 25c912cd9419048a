const DAY = 24 * 60
const STEP = 15

const pad = (value: number) => String(value).padStart(2, '0')
const written = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

/** What people type for a time of day: "9", "930", "9.30", "09:30". Nothing where it is none. */
export function readClock(text: string): string | undefined {
  const [, hours = '', minutes = '0'] = /^\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*$/.exec(text) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return written(Number(hours) * 60 + Number(minutes))
}

/** A quarter of an hour later or earlier, within the day. */
export function stepClock(clock: string, direction: 1 | -1): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const next = Math.round((hours * 60 + minutes + direction * STEP) / STEP) * STEP
  return written(Math.min(Math.max(next, 0), DAY - STEP))
}
