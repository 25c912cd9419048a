const DAY = 86_400_000
const YEARS_BACK = 1
const YEARS_AHEAD = 12

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

/** Minutes that the zone's clocks are ahead of UTC at a moment. */
const offsetAt = (timeZone: string, ms: number): number => Math.round((wallClock(timeZone, ms) - ms) / 60_000)

/** The first moment after `from`, up to `to`, with another offset than at `from`; to the minute. */
function change(timeZone: string, from: number, to: number): number {
  const before = offsetAt(timeZone, from)
  let [low, high] = [from, to]
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 120_000) * 60_000
    if (offsetAt(timeZone, middle) === before) low = middle
    else high = middle
  }
  return high
}

const tables = new Map<string, [from: number, minutes: number][]>()

/** A zone's offsets as data, from last year on: what the language computes dates with. */
export function zoneTable(timeZone: string, now: number): [from: number, minutes: number][] {
  const year = new Date(now).getUTCFullYear()
  const known = tables.get(`${timeZone} ${year}`)
  if (known) return known
  const begins = Date.UTC(year - YEARS_BACK, 0, 1)
  const ends = Date.UTC(year + YEARS_AHEAD, 0, 1)
  const table: [number, number][] = [[begins, offsetAt(timeZone, begins)]]
  for (let at = begins; at < ends; at += DAY) {
    if (offsetAt(timeZone, at + DAY) === offsetAt(timeZone, at)) continue
    const moment = change(timeZone, at, at + DAY)
    table.push([moment, offsetAt(timeZone, moment)])
  }
  tables.set(`${timeZone} ${year}`, table)
  return table
}
