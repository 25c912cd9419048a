import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Calendar } from './eval/calendar.ts'
import { nextRuns, runsAt, type ScheduledRun, titleOn } from './schedule.ts'
import { casesNear, disagreement } from './testing/schedule-agreement.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const [BEGINS, ENDS] = [Date.UTC(2020, 0, 1), Date.UTC(2036, 0, 1)]

/** The platform's own reading of a zone, which knows nothing of ours. */
function platformClock(timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (ms: number): string => {
    const found = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
    return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}:${found.second}`
  }
}

const offsetBy = (clock: (ms: number) => string, ms: number) =>
  (Date.parse(`${clock(ms)}Z`) - Math.floor(ms / 1000) * 1000) / 60_000

function calendarOf(timeZone: string, more: Partial<Calendar> = {}, begins = BEGINS, ends = ENDS): Calendar {
  const clock = platformClock(timeZone)
  const zone: Calendar['zone'] = [[begins, offsetBy(clock, begins)]]
  const WEEK = 7 * DAY
  for (let at = begins; at < ends; at += WEEK) {
    if (offsetBy(clock, at + WEEK) === zone.at(-1)?.[1]) continue
    let [low, high] = [at, at + WEEK]
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000
      if (offsetBy(clock, middle) === offsetBy(clock, at)) low = middle
      else high = middle
    }
    zone.push([high, offsetBy(clock, high)])
  }
  return { zone, days: [1, 2, 3, 4, 5], start: 540, holidays: [], ...more }
}

const at = (text: string) => Date.parse(text)
const iso = (runs: { at: number }[]) => runs.map((run) => new Date(run.at).toISOString().slice(0, 16))

const amsterdam = calendarOf('Europe/Amsterdam', { holidays: ['2026-12-25', '2027-01-01', '2027-01-15'] })
const friday: ScheduleRule = { kind: 'week', every: 1, from: '2026-11-12', days: [5], time: '16:00' }

describe('days off', () => {
  const after = at('2026-12-17T00:00Z')
  test.each([
    ['next', ['2026-12-18T15:00', '2026-12-28T15:00', '2027-01-04T15:00', '2027-01-08T15:00']],
    ['previous', ['2026-12-18T15:00', '2026-12-24T15:00', '2026-12-31T15:00', '2027-01-08T15:00']],
    ['run', ['2026-12-18T15:00', '2026-12-25T15:00', '2027-01-01T15:00', '2027-01-08T15:00']],
    ['skip', ['2026-12-18T15:00', '2027-01-08T15:00', '2027-01-22T15:00', '2027-01-29T15:00']],
  ] satisfies [DayOffRule, string[]][])('are left as “%s” says', (dayOff, expected) => {
    expect(iso(nextRuns(friday, dayOff, amsterdam, after, 4))).toEqual(expected)
  })

  test('the day that a run was moved from is told', () => {
    const [, moved] = nextRuns(friday, 'next', amsterdam, after, 2)
    expect(moved).toEqual({ at: at('2026-12-28T15:00Z'), day: '2026-12-28', movedFrom: '2026-12-25' })
  })

  test('a weekend moved to Monday is the one run of that Monday', () => {
    const daily: ScheduleRule = { kind: 'day', every: 1, from: '2026-11-01', times: ['08:00'] }
    const runs = nextRuns(daily, 'next', amsterdam, at('2026-11-13T00:00Z'), 3)
    expect(runs.map(({ day, movedFrom }) => [day, movedFrom])).toEqual([
      ['2026-11-13', undefined],
      ['2026-11-16', undefined],
      ['2026-11-17', undefined],
    ])
  })

  test('without any working day nothing is moved for ever', () => {
    expect(nextRuns(friday, 'next', { ...amsterdam, days: [] }, after, 3)).toEqual([])
  })
})

describe('months', () => {
  const after = at('2026-12-31T12:00Z')
  const monthly = (on: Extract<ScheduleRule, { kind: 'month' }>['on']): ScheduleRule => ({
    kind: 'month',
    on,
    time: '08:00',
  })
  test.each([
    ['the 2nd working day', { nth: 2, of: 'workday' }, ['2027-01-05', '2027-02-02', '2027-03-02']],
    ['the last working day', { nth: -1, of: 'workday' }, ['2027-01-29', '2027-02-26', '2027-03-31']],
    ['the 5th Friday', { nth: 5, of: 5 }, ['2027-01-29', '2027-04-30', '2027-07-30']],
    ['the last Sunday', { nth: -1, of: 7 }, ['2027-01-31', '2027-02-28', '2027-03-28']],
    ['day 31', { day: 31 }, ['2027-01-31', '2027-02-28', '2027-03-31']],
  ] satisfies [string, Extract<ScheduleRule, { kind: 'month' }>['on'], string[]][])('%s', (_, on, days) => {
    expect(nextRuns(monthly(on), 'run', amsterdam, after, 3).map(({ day }) => day)).toEqual(days)
  })
})

test('every third day and every second week are counted from their first day', () => {
  const days: ScheduleRule = { kind: 'day', every: 3, from: '2026-11-02', times: ['18:30', '06:00'] }
  expect(iso(nextRuns(days, 'run', amsterdam, at('2026-11-07T00:00Z'), 3))).toEqual([
    '2026-11-08T05:00',
    '2026-11-08T17:30',
    '2026-11-11T05:00',
  ])
  const weeks: ScheduleRule = { kind: 'week', every: 2, from: '2026-11-12', days: [5, 1], time: '09:00' }
  expect(nextRuns(weeks, 'run', amsterdam, at('2026-11-01T00:00Z'), 3).map(({ day }) => day)).toEqual([
    '2026-11-13',
    '2026-11-23',
    '2026-11-27',
  ])
})

describe('a clock that changes', () => {
  const daily = (time: string): ScheduleRule => ({ kind: 'day', every: 1, from: '2026-01-01', times: [time] })

  test('a time that it skips runs as if it had not been put forward, one that it shows twice at the first', () => {
    expect(nextRuns(daily('02:30'), 'run', amsterdam, at('2027-03-27T12:00Z'), 1)).toEqual([
      { at: at('2027-03-28T01:30Z'), day: '2027-03-28', clock: 'skipped' },
    ])
    expect(nextRuns(daily('02:30'), 'run', amsterdam, at('2026-10-24T12:00Z'), 2)).toEqual([
      { at: at('2026-10-25T00:30Z'), day: '2026-10-25', clock: 'twice' },
      { at: at('2026-10-26T01:30Z'), day: '2026-10-26' },
    ])
  })

  test('Lord Howe puts its clocks forward by half an hour', () => {
    const howe = calendarOf('Australia/Lord_Howe')
    expect(nextRuns(daily('02:10'), 'run', howe, at('2026-10-03T12:00Z'), 1)).toEqual([
      { at: at('2026-10-03T15:40Z'), day: '2026-10-04', clock: 'skipped' },
    ])
  })

  test('the day that Apia left out is none on which anything runs, and the next has one run', () => {
    const apia = calendarOf('Pacific/Apia', {}, Date.UTC(2011, 0, 1), Date.UTC(2013, 0, 1))
    const runs = nextRuns(
      { kind: 'day', every: 1, from: '2011-01-01', times: ['08:00'] },
      'run',
      apia,
      at('2011-12-28T00:00Z'),
      4,
    )
    expect(runs.map(({ day }) => day)).toEqual(['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'])
  })
})

const ALWAYS = ['Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Casablanca', 'Pacific/Honolulu', 'America/Godthab']
const seed = Date.now() % 2_147_483_647
const zones = [
  ...ALWAYS,
  ...fc
    .sample(fc.shuffledSubarray(Intl.supportedValuesOf('timeZone'), { minLength: 35, maxLength: 35 }), {
      seed,
      numRuns: 1,
    })
    .flat(),
]

describe(`in 40 zones (seed ${seed})`, () => {
  test.each(zones)('%s: a daily time runs once on each day, in order, when the platform’s clock shows it', (zone) => {
    const calendar = calendarOf(zone)
    const clock = platformClock(zone)
    const minutes = fc.integer({ min: 0, max: 1439 })
    const changes = calendar.zone.slice(1).map(([moment]) => moment)
    const places =
      changes.length > 0 ? fc.constantFrom(...changes) : fc.integer({ min: BEGINS + DAY, max: ENDS - 60 * DAY })
    fc.assert(
      fc.property(minutes, places, (minute, place) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        const rule: ScheduleRule = { kind: 'day', every: 1, from: '2019-01-01', times: [time] }
        const after = place - 3 * DAY
        const runs = nextRuns(rule, 'run', calendar, after, 6)
        expect(runs).toHaveLength(6)
        // What is skipped before midnight runs after it: as in Nuuk, whose clock jumps from 23:00 to 00:00.
        const named = (run: ScheduledRun) =>
          Date.parse(run.day) - (run.clock === 'skipped' && clock(run.at).slice(11, 16) < time ? DAY : 0)
        for (const [n, run] of runs.entries()) {
          const shown = clock(run.at)
          expect(run.day).toBe(shown.slice(0, 10))
          const before = runs[n - 1]
          if (before) expect(named(run) - named(before)).toBe(DAY)
          if (run.clock === 'skipped') {
            // The clock never shows it on that day, and what it shows is later by what was skipped.
            for (let ms = run.at - 3 * HOUR; ms < run.at + 3 * HOUR; ms += 30 * 60_000)
              expect(clock(ms)).not.toBe(`${run.day}T${time}:00`)
          } else {
            expect(shown.slice(11, 16)).toBe(time)
            for (let ms = run.at - 3 * HOUR; ms < run.at; ms += 30 * 60_000) expect(clock(ms)).not.toBe(shown)
          }
          expect(runsAt(rule, 'run', calendar, run.at)).toBe(true)
        }
      }),
      { seed, numRuns: 4 },
    )
  })

  test.each(zones)('%s: every rule runs when another library says, around changes of the clock', (timeZone) => {
    const { zone } = calendarOf(timeZone)
    const changes = zone.slice(1).map(([moment]) => moment)
    const moments = fc.oneof(
      ...(changes.length > 0 ? [fc.constantFrom(...changes)] : []),
      fc.integer({ min: BEGINS + 60 * DAY, max: ENDS - 60 * DAY }),
    )
    const cases = moments.chain((moment) => fc.tuple(fc.constant(moment), casesNear(moment)))
    fc.assert(
      fc.property(cases, ([moment, one]) => {
        expect(disagreement(timeZone, zone, moment, one)).toBeUndefined()
      }),
      { seed, numRuns: 5 },
    )
  })
})

test('another library leaves out the day that Apia left out, too', () => {
  const { zone } = calendarOf('Pacific/Apia', {}, Date.UTC(2011, 0, 1), Date.UTC(2013, 0, 1))
  const moment = at('2011-12-30T10:00Z')
  fc.assert(
    fc.property(casesNear(moment), (one) => {
      expect(disagreement('Pacific/Apia', zone, moment, one)).toBeUndefined()
    }),
    { seed, numRuns: 40 },
  )
})

test('a title names the day of its run', () => {
  expect(titleOn('Payments {month} {year}, {date}', amsterdam, at('2026-12-02T07:00Z'))).toBe(
    'Payments December 2026, Dec 2, 2026',
  )
})
