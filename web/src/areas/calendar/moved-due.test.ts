import { CalendarItem } from '@throughline/contracts/calendar'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, startOfDay, wallClock } from '../../shared/format/moments.ts'
import { clockTime, DAY, dayKey } from '../../shared/format/time.ts'
import { addDays } from './calendar-days.ts'
import { hoursInto, hoursUntil, lanesOf } from './hour-lanes.ts'
import { movedDue } from './moved-due.ts'
import { calendarItem } from './testing/calendar-answers.ts'

const ZONES = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...ZONES)
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const timed = (due_date: string): CalendarItem => calendarItem(1, { due_date, due_has_time: true })

test('a day without a time is the chosen day, in every zone', () => {
  fc.assert(
    fc.property(moment, zone, (to, where) => {
      expect(movedDue(calendarItem(1), dayOf(to), where)).toBe(`${dayOf(to)}T23:59:59Z`)
    }),
  )
})

const offsetAt = (at: number, where: string) => wallClock(at, where) - at

/** The first moment at which the clocks there show another offset, to the minute. */
function changeWithin(from: number, to: number, where: string): number {
  let [low, high] = [from, to]
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 120_000) * 60_000
    if (offsetAt(middle, where) === offsetAt(from, where)) low = middle
    else high = middle
  }
  return high
}

const [FIRST_YEAR, LAST_YEAR] = [2026, 2030]
/** No clocks change twice within so long. */
const STEP = 7 * DAY

/** The moments of these years at which the clocks there change. */
function changesOf(where: string): number[] {
  const steps = Math.ceil((Date.UTC(LAST_YEAR + 1, 0, 1) - Date.UTC(FIRST_YEAR, 0, 1)) / STEP)
  const moments = Array.from({ length: steps + 1 }, (_, n) => Date.UTC(FIRST_YEAR, 0, 1) + n * STEP)
  const offsets = moments.map((at) => offsetAt(at, where))
  return moments.flatMap((at, n) =>
    n > 0 && offsets[n] !== offsets[n - 1] ? [changeWithin(at - STEP, at, where)] : [],
  )
}

/**
 * The days of these years on which clocks change: both days where that is at midnight. In the first year those of every
 * zone; later once for all zones whose clocks change at the same moments.
 */
const CHANGES = (() => {
  const seen = new Set<string>()
  return ZONES.flatMap((where) => {
    const changes = changesOf(where)
    const alike = [Date.UTC(FIRST_YEAR, 0, 1), ...changes].map((at) => `${at} ${offsetAt(at, where)}`).join()
    const isFirst = !seen.has(alike)
    seen.add(alike)
    return changes.flatMap((change) => {
      if (!isFirst && change >= Date.UTC(FIRST_YEAR + 1, 0, 1)) return []
      const around = new Set([dayKey(change - 1, where), dayKey(change, where)])
      return [...around].map((day) => ({ where, day }))
    })
  })
})()
const HALF_HOUR = 1_800_000

test('a time of day stays what the clock shows there, on the chosen day', () => {
  fc.assert(
    fc.property(moment, moment, zone, (from, to, where) => {
      const day = dayOf(to)
      const at = movedDue(timed(from.toISOString()), day, where) ?? ''
      expect(dayKey(at, where)).toBe(day)
      const [begins, ends] = [startOfDay(day, where).getTime(), startOfDay(addDays(day, 1), where).getTime()]
      // The clocks there don't change on it, so that it has every time once.
      if (ends - begins === DAY) expect(clockTime(at, where)).toBe(clockTime(from, where))
    }),
    { numRuns: 2_000 },
  )
})

test('in every zone, on each day on which its clocks change', { timeout: 60_000 }, () => {
  expect(new Set(CHANGES.map(({ where }) => where)).size).toBeGreaterThan(100)
  expect(new Set(CHANGES.map(({ day }) => day.slice(0, 4)))).toEqual(new Set(['2026', '2027', '2028', '2029', '2030']))
  const wrong: string[] = []
  for (const { where, day } of CHANGES) {
    const [begins, ends] = [startOfDay(day, where).getTime(), startOfDay(addDays(day, 1), where).getTime()]
    const lanes = lanesOf(day, where)
    if (lanes.length !== Math.ceil((ends - begins) / (2 * HALF_HOUR)))
      wrong.push(`${where} ${day}: ${lanes.length} lanes`)
    for (let at = begins; at < ends; at += HALF_HOUR) {
      const clock = clockTime(at, where)
      const into = hoursInto(at, day, where)
      // One cell: its own day's, at one of that day's hours.
      if (dayKey(at, where) !== day || into < 0 || into >= lanes.length) wrong.push(`${where} ${day}: ${clock} outside`)
      // Away to an ordinary day and back: the day changes and nothing else, unless the day shows that time twice or never.
      const away = movedDue(timed(new Date(at).toISOString()), '2026-06-17', where) ?? ''
      if (dayKey(away, where) !== '2026-06-17' || clockTime(away, where) !== clock)
        wrong.push(`${where} ${day}: ${clock} away`)
      const back = movedDue(timed(away), day, where) ?? ''
      if (dayKey(back, where) !== day || clockTime(back, where) !== clock) wrong.push(`${where} ${day}: ${clock} back`)
    }
    // Also times that the clocks skip stay on their day.
    for (let minutes = 0; minutes < 1_440; minutes += 30) {
      const from = new Date(momentOf(Date.parse('2026-06-17') + minutes * 60_000, where)).toISOString()
      const to = movedDue(timed(from), day, where) ?? ''
      if (dayKey(to, where) !== day) wrong.push(`${where} ${day}: ${minutes} min lands on ${dayKey(to, where)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a day has as many hours as pass there', () => {
  const hours = (day: string, where: string) => lanesOf(day, where).length
  expect([hours('2026-03-29', 'Europe/Berlin'), hours('2026-10-25', 'Europe/Berlin')]).toEqual([23, 25])
  expect(hours('2026-06-01', 'Asia/Kolkata')).toBe(24)
  // What stands at nine by the clock stands an hour higher or lower there.
  const nine = (day: string) => hoursUntil(9 * 60, day, 'Europe/Berlin')
  expect([nine('2026-03-29'), nine('2026-10-25'), nine('2026-06-01')]).toEqual([8, 10, 9])
})
