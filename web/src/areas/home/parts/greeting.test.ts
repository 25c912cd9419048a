import { expect, test } from 'vitest'
import { longDate } from '../../../shared/format/time.ts'
import { firstName, greetingAt } from './head.tsx'

const at = (utc: string) => new Date(`2026-11-12T${utc}:00Z`)

test.each([
  ['00:00', 'Good morning'],
  ['11:59', 'Good morning'],
  ['12:00', 'Good afternoon'],
  ['17:59', 'Good afternoon'],
  ['18:00', 'Good evening'],
  ['23:59', 'Good evening'],
])('at %s it is %s', (time, greeting) => {
  expect(greetingAt(at(time), 'UTC')).toBe(greeting)
})

test("the workspace's zone decides about the hour and the day", () => {
  expect(greetingAt(at('20:00'), 'Asia/Tokyo')).toBe('Good morning')
  expect(longDate(at('20:00'), 'Asia/Tokyo')).toBe('Friday, November 13, 2026')
  expect(longDate(at('20:00'), 'America/New_York')).toBe('Thursday, November 12, 2026')
})

test('people are greeted by their first name', () => {
  expect(firstName('Maya Okafor')).toBe('Maya')
  expect(firstName('maya')).toBe('maya')
})
