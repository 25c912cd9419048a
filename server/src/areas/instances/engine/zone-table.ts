const DAY = 86_400_000
const YEARS_BACK = 1
const YEARS_AHEAD = 12

/** Minutes that the zone's clocks are ahead of UTC at a moment. */
function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000) / 60_000)
}

/** The first moment after `from`, up to `to`, with another offset than at `from`; to the minute. */
function change(format: Intl.DateTimeFormat, from: number, to: number): number {
  const before = offsetAt(format, from)
  let [low, high] = [from, to]
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 120_000) * 60_000
    if (offsetAt(format, middle) === before) low = middle
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
  const begins = Date.UTC(year - YEARS_BACK, 0, 1)
  const ends = Date.UTC(year + YEARS_AHEAD, 0, 1)
  const table: [number, number][] = [[begins, offsetAt(format, begins)]]
  for (let at = begins; at < ends; at += DAY) {
    if (offsetAt(format, at + DAY) === offsetAt(format, at)) continue
    const moment = change(format, at, at + DAY)
    table.push([moment, offsetAt(format, moment)])
  }
  tables.set(`${timeZone} ${year}`, table)
  return table
}
