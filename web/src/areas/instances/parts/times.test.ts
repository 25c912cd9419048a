import { expect, test } from 'vitest'
import { daysUntil, dueDay, exactly, longMoment, moment, roughly, shortDay } from './times.ts'

const clock = { zone: 'Europe/London', now: Date.parse('2026-11-12T10:30:00Z') }
const HOUR = 3_600_000

test.each([
  [1_000, '1 second'],
  [90_000, '2 minutes'],
  [6 * HOUR, '6 hours'],
  [36 * HOUR, '36 hours'],
  [72 * HOUR, '3 days'],
])('%i ms take roughly %s', (ms, words) => expect(roughly(ms)).toBe(words))

test.each([
  [120, '0.1 s'],
  [92_000, '1 m 32 s'],
  [41 * HOUR + 22 * 60_000, '41 h 22 m'],
  [(7 * 24 + 2) * HOUR, '7 d 2 h'],
])('%i ms are %s', (ms, words) => expect(exactly(ms)).toBe(words))

test('moments are said as they are there', () => {
  expect(moment(clock, '2026-11-12T09:13:38Z')).toBe('today at 9:13 AM')
  expect(moment(clock, '2026-11-10T16:40:00Z')).toBe('Nov 10, 4:40 PM')
  expect(shortDay(clock, '2025-11-10T16:40:00Z')).toBe('Nov 10, 2025')
  expect(longMoment('America/New_York', '2026-11-03T14:02:00Z')).toBe('Nov 3, 2026, 9:02 AM')
})

test.each(['Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Honolulu'])('a due day is the same day in %s', (zone) => {
  expect(dueDay(zone, '2026-11-20T23:59:59Z', false)).toBe('Nov 20, 2026')
  expect(daysUntil({ zone, now: Date.parse('2026-11-12T12:00:00Z') }, '2026-11-20T23:59:59Z', false)).toBe(
    zone === 'Pacific/Auckland' ? 7 : 8,
  )
})

test('a day with a time is read where the person is', () => {
  expect(dueDay('Europe/London', '2026-11-20T17:00:00Z', true)).toBe('Nov 20, 2026, 5:00 PM')
  expect(daysUntil(clock, '2026-11-11T17:00:00Z', true)).toBe(-1)
})
