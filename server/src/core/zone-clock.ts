const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** The wall clock of a zone at a moment, written as if it were UTC. */
export function wallClock(timeZone: string, ms: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1000) + 1000) % 1000)
}

/** The moment a wall clock shows this: the first if it shows it twice; if it never does, as if it had not been put forward. */
export function momentOf(timeZone: string, wall: number): number {
  const offsets = [wall - DAY, wall + DAY].map((ms) => wallClock(timeZone, ms) - ms)
  const moments = offsets.map((offset) => wall - offset).filter((ms) => wallClock(timeZone, ms) === wall)
  return moments.length > 0 ? Math.min(...moments) : wall - (offsets[0] ?? 0)
}
