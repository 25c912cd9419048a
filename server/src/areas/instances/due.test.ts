import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock } from '../../core/zone-clock.ts'
import { dayIn, dueOnWire, endOfDay, isoDay, readDue } from './due.ts'

const ZONES = [
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'UTC',
]
const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const zone = fc.constantFrom(...ZONES)
const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2045-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** As the driver hands a row back: a `date` is the beginning of that day on this machine's clock. */
const stored = ({ due_date, due_at, due_sort }: ReturnType<typeof readDue>) => ({
  due_date: due_date === null ? null : new Date(`${due_date}T00:00:00`),
  due_at,
  due_sort: due_sort === 'infinity' ? Number.POSITIVE_INFINITY : due_sort,
})

test('a day is the same day on the wire wherever it was chosen and wherever it is read', () => {
  fc.assert(
    fc.property(day, zone, (chosen, organisation) => {
      const wire = `${chosen}T23:59:59Z`
      const read = readDue(wire, organisation)
      expect(read).toMatchObject({ due_date: chosen, due_at: null })
      expect(dueOnWire(stored(read))).toMatchObject({ due_date: wire, due_has_time: false })
    }),
  )
})

test('it is overdue once the next day has begun in the organisation’s zone, and not before', () => {
  fc.assert(
    fc.property(day, zone, (chosen, organisation) => {
      const end = endOfDay(chosen, organisation).getTime()
      const after = dayIn(organisation, new Date(end))
      // A day that a zone left out, as Samoa did once, is over with the one before it.
      expect(after > chosen || dayIn(organisation, new Date(end - 1)) < chosen).toBe(true)
      expect(dayIn(organisation, new Date(end - 1)) <= chosen).toBe(true)
    }),
  )
})

test('a day with a change of clocks is an hour shorter or longer, not another day', () => {
  const lengthOf = (at: string, before: string, timeZone: string) =>
    (endOfDay(at, timeZone).getTime() - endOfDay(before, timeZone).getTime()) / HOUR
  expect(lengthOf('2026-03-29', '2026-03-28', 'Europe/Berlin')).toBe(23)
  expect(lengthOf('2026-10-25', '2026-10-24', 'Europe/Berlin')).toBe(25)
  // Here midnight itself is left out: the next day begins an hour later by the clock, at the same moment.
  expect(endOfDay('2018-11-03', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
})

/** The weeks of a year in which a zone's clocks change, by their first moment. */
const weeksOfChange = (where: string) =>
  Array.from({ length: 53 }, (_, n) => Date.UTC(2026, 0, 1 + 7 * n, 12)).filter(
    (at) => wallClock(where, at) - at !== wallClock(where, at + WEEK) - (at + WEEK),
  )

test('in every zone, around each change of its clocks, a moment stands on the one day between whose ends it lies', () => {
  const wrong: string[] = []
  for (const where of Intl.supportedValuesOf('timeZone'))
    for (const week of weeksOfChange(where)) {
      const ends = Array.from({ length: 11 }, (_, n) => isoDay(week + (n - 2) * 24 * HOUR)).map(
        (on) => [on, endOfDay(on, where).getTime()] as const,
      )
      for (let at = week; at <= week + WEEK; at += 3 * HOUR) {
        const lies = ends.find(([, end]) => at < end)?.[0]
        const { due_date } = readDue(new Date(at).toISOString(), where)
        if (due_date !== lies) wrong.push(`${where} ${new Date(at).toISOString()}: ${due_date}, not ${lies}`)
      }
      // The last moment of each day and the first of the next.
      for (const [on, end] of ends.slice(1, -1)) {
        const next = isoDay(Date.parse(on) + 24 * HOUR)
        if (dayIn(where, new Date(end - 1)) !== on || dayIn(where, new Date(end)) !== next) wrong.push(`${where} ${on}`)
      }
    }
  expect(wrong).toEqual([])
})

test('a time of day is a moment, and its day is that of the organisation', () => {
  const due = readDue('2026-11-15T22:30:00+13:00', 'Pacific/Honolulu')
  expect(due).toEqual({
    due_date: '2026-11-14',
    due_at: new Date('2026-11-15T09:30:00Z'),
    due_sort: new Date('2026-11-15T09:30:00Z'),
  })
  expect(dueOnWire(stored(due))).toEqual({
    due_date: '2026-11-15T09:30:00.000Z',
    due_has_time: true,
    overdue_at: '2026-11-15T09:30:00.000Z',
  })
})

test('nothing is never overdue, and a year nobody means is refused', () => {
  expect(dueOnWire(stored(readDue(null, 'UTC')))).toEqual({ due_date: null, due_has_time: false, overdue_at: null })
  expect(() => readDue('0001-01-01T23:59:59Z', 'UTC')).toThrow('too far in the future')
})
