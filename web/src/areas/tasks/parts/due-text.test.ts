import { expect, test } from 'vitest'
import { row } from '../testing/sample-tasks.ts'
import { dueText } from './due-text.ts'
import { shownStatus } from './task-status.tsx'

const zones = ['Pacific/Auckland', 'Pacific/Honolulu', 'Asia/Kolkata', 'Europe/Lisbon', 'America/St_Johns', 'UTC']
const noon = Date.parse('2026-11-12T12:00:00Z')

test('a day without a time is the same day everywhere, also where clocks change', () => {
  for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-27', '2026-10-25', '2026-11-01', '2026-12-31'])
    for (const zone of zones) {
      const { full } = dueText({ due: `${day}T23:59:59Z`, hasTime: false, zone, now: noon })
      expect([zone, full]).toEqual([
        zone,
        new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
      ])
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

test('what falls due while the page stands open turns overdue; what is done or failed does not', () => {
  const open = row(1, 'x', { overdue_at: '2026-11-12T12:00:00Z' })
  expect(shownStatus(open, noon - 1)).toBe('pending')
  expect(shownStatus(open, noon)).toBe('overdue')
  expect(shownStatus({ ...open, state: 'completed' }, noon)).toBe('completed')
  expect(shownStatus({ ...open, state: 'failed' }, noon)).toBe('failed')
})
