import { expect, test } from 'vitest'
import { dueDateText, dueDay, dueText } from './due.ts'
import { callDuration, durationText, preciseDuration } from './duration.ts'
import {
  agoText,
  dayRange,
  momentText,
  momentWithin,
  preciseTime,
  secondsAgoText,
  startOfDay,
  weekdayMoment,
  whenText,
} from './moments.ts'
import { clockTime, dateText, dayKey, daysUntil, exactMoment, longDate, shortDate } from './time.ts'

const zones = ['Pacific/Auckland', 'Pacific/Honolulu', 'Asia/Kolkata', 'Europe/Lisbon', 'America/St_Johns', 'UTC']
const noon = Date.parse('2026-11-12T12:00:00Z')

test('a day without a time is the same day everywhere, also where clocks change', () => {
  for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01', '2026-12-31'])
    for (const zone of zones) {
      const { full } = dueText({ due: `${day}T23:59:59Z`, hasTime: false, zone, now: noon })
      expect([zone, full]).toEqual([zone, longDate(day, 'UTC')])
    }
})

test.each([
  ['2026-11-12T23:59:59Z', false, 'UTC', 'Today'],
  ['2026-11-13T23:59:59Z', false, 'UTC', 'Nov 13'],
  ['2026-11-13T23:59:59Z', false, 'Pacific/Auckland', 'Today'],
  ['2026-11-10T23:59:59Z', false, 'UTC', 'Nov 10'],
  ['2027-01-05T23:59:59Z', false, 'UTC', 'Jan 5, 2027'],
  ['2026-11-12T17:00:00Z', true, 'UTC', 'Today, 5:00 PM'],
  ['2026-11-12T17:00:00Z', true, 'Pacific/Auckland', 'Today, 6:00 AM'],
  ['2026-11-14T17:00:00Z', true, 'Asia/Kolkata', 'Nov 14'],
])('%s (time: %s) in %s reads %s', (due, hasTime, zone, text) => {
  expect(dueText({ due, hasTime, zone, now: noon }).text).toBe(text)
})

test('days just ahead say their weekday where there is room', () => {
  expect(dueText({ due: '2026-11-13T23:59:59Z', hasTime: false, zone: 'UTC', now: noon, weekday: true }).text).toBe(
    'Fri, Nov 13',
  )
  expect(dueText({ due: '2026-11-19T23:59:59Z', hasTime: false, zone: 'UTC', now: noon, weekday: true }).text).toBe(
    'Nov 19',
  )
})

const clock = { zone: 'Europe/London', now: Date.parse('2026-11-12T10:30:00Z') }
const HOUR = 3_600_000

test.each([
  [1_000, '1 second'],
  [90_000, '2 minutes'],
  [6 * HOUR, '6 hours'],
  [36 * HOUR, '36 hours'],
  [72 * HOUR, '3 days'],
])('%i ms take durationText %s', (ms, words) => expect(durationText(ms)).toBe(words))

test.each([
  [120, '0.1 s'],
  [92_000, '1 m 32 s'],
  [41 * HOUR + 22 * 60_000, '41 h 22 m'],
  [(7 * 24 + 2) * HOUR, '7 d 2 h'],
])('%i ms are %s', (ms, words) => expect(preciseDuration(ms)).toBe(words))

test('a call that took less than a second says how many milliseconds', () => {
  expect(callDuration(61.4)).toBe('61 ms')
  expect(callDuration(4_200)).toBe('4.2 s')
})

test('moments are said as they are there', () => {
  expect(momentWithin('2026-11-12T09:13:38Z', clock.zone, clock.now)).toBe('today at 9:13 AM')
  expect(momentWithin('2026-11-10T16:40:00Z', clock.zone, clock.now)).toBe('Nov 10, 4:40 PM')
  expect(shortDate('2025-11-10T16:40:00Z', clock.zone, clock.now)).toBe('Nov 10, 2025')
  expect(exactMoment('2026-11-03T14:02:00Z', 'America/New_York')).toBe('Nov 3, 2026, 9:02 AM')
})

test.each(['Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Honolulu'])('a due day is the same day in %s', (zone) => {
  expect(dueDateText('2026-11-20T23:59:59Z', false, zone)).toBe('Nov 20, 2026')
  expect(daysUntil(dueDay('2026-11-20T23:59:59Z', false, zone), zone, noon)).toBe(zone === 'Pacific/Auckland' ? 7 : 8)
})

test('a day with a time is read where the person is', () => {
  expect(dueDateText('2026-11-20T17:00:00Z', true, 'Europe/London')).toBe('Nov 20, 2026, 5:00 PM')
  expect(daysUntil(dueDay('2026-11-11T17:00:00Z', true, clock.zone), clock.zone, clock.now)).toBe(-1)
})

test('a moment of today is told by the hour, another by its day, each in the zone given', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(momentText('2026-11-15T10:42:00Z', 'UTC', now)).toBe('Today, 10:42 AM')
  expect(momentText('2026-11-15T10:42:00Z', 'Pacific/Auckland', now)).toBe('Nov 15, 11:42 PM')
  expect(momentText('2025-03-01T08:00:00Z', 'UTC', now)).toBe('Mar 1, 2025, 8:00 AM')
  expect(whenText('2026-11-15T10:42:00Z', 'UTC', now)).toBe('today at 10:42 AM')
  expect(whenText('2025-03-01T08:00:00Z', 'UTC', now)).toBe('on Mar 1, 2025')
})

test.each([
  ['2026-11-12', 'Europe/Amsterdam', '2026-11-11T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Amsterdam', '2026-06-30T22:00:00.000Z'],
  ['2026-03-29', 'Europe/Amsterdam', '2026-03-28T23:00:00.000Z'],
  ['2026-10-26', 'Europe/Amsterdam', '2026-10-25T23:00:00.000Z'],
  ['2026-11-12', 'Asia/Kolkata', '2026-11-11T18:30:00.000Z'],
  ['2026-11-12', 'Pacific/Auckland', '2026-11-11T11:00:00.000Z'],
  ['2026-11-12', 'UTC', '2026-11-12T00:00:00.000Z'],
  // Here the clocks skip midnight, there they show it twice.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, at) => {
  expect(startOfDay(day, zone).toISOString()).toBe(at)
})

test('there is one clock, of twelve hours, in the zone given', () => {
  const at = '2026-11-12T14:05:07Z'
  expect(clockTime(at, 'UTC')).toBe('2:05 PM')
  expect(clockTime(at, 'Asia/Kolkata')).toBe('7:35 PM')
  expect(preciseTime(at, 'UTC')).toBe('2:05:07 PM')
  expect(weekdayMoment(at, 'UTC')).toBe('Thu, Nov 12, 2:05 PM')
})

test('days are written as the product writes them', () => {
  expect(dayRange('2026-12-25', '2026-12-25')).toBe('Fri, Dec 25, 2026')
  expect(dayRange('2027-01-14', '2027-01-15')).toBe('Thu, Jan 14 – Fri, Jan 15, 2027')
  expect(dateText('2026-03-03', 'UTC')).toBe('Mar 3, 2026')
  expect(dateText('2026-03-03T20:00:00Z', 'Asia/Tokyo')).toBe('Mar 4, 2026')
  expect(dayKey('2026-11-15T20:00:00Z', 'Asia/Tokyo')).toBe('2026-11-16')
})

test('what happened lately is told by its age, the rest by its day', () => {
  expect(agoText(noon - 20_000, 'UTC', noon)).toBe('just now')
  expect(agoText(noon - 2 * HOUR, 'UTC', noon)).toBe('2 hours ago')
  expect(agoText(noon - 26 * HOUR, 'UTC', noon)).toBe('yesterday')
  expect(agoText(noon - 24 * 8 * HOUR, 'UTC', noon)).toBe('Nov 4, 2026')
  expect(secondsAgoText(12_400)).toBe('12 seconds ago')
  expect(secondsAgoText(61_000)).toBe('1 minute ago')
  expect(secondsAgoText(2 * HOUR)).toBe('2 hours ago')
})
