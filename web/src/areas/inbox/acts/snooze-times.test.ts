import { expect, test } from 'vitest'
import { momentAt } from '../../../shared/format/moments.ts'
import { approval, message } from '../testing/sample-messages.ts'
import { snoozeLimit, snoozeTimes } from './snooze-times.ts'

/** A Thursday, 10:24 AM. */
const NOW = Date.parse('2026-11-12T10:24:00Z')
const timesOf = (...messages: Parameters<typeof snoozeTimes>[0]) =>
  snoozeTimes(messages, 'UTC', NOW).map(({ key, at, allowed }) => [key, new Date(at).toISOString(), allowed])

test('a message can be put off until later today, tomorrow morning, and Monday morning', () => {
  expect(timesOf(message(1, 'Note'))).toEqual([
    ['later', '2026-11-12T13:30:00.000Z', true],
    ['tomorrow', '2026-11-13T08:30:00.000Z', true],
    ['nextWeek', '2026-11-16T08:30:00.000Z', true],
  ])
})

test('what needs the person cannot be put off past an hour before it is due', () => {
  expect(timesOf(approval(1, 'Invoice', { due: '2026-11-12T17:00:00Z' }))).toEqual([
    ['later', '2026-11-12T13:30:00.000Z', true],
    ['beforeDue', '2026-11-12T16:00:00.000Z', true],
    ['tomorrow', '2026-11-13T08:30:00.000Z', false],
    ['nextWeek', '2026-11-16T08:30:00.000Z', false],
  ])
})

test('of several messages the one that is due first sets the limit', () => {
  const messages = [
    approval(1, 'Invoice', { due: '2026-11-20T17:00:00Z' }),
    approval(2, 'Letter', { due: '2026-11-14T17:00:00Z' }),
    message(3, 'Note', { due: '2026-11-12T11:00:00Z' }),
  ]
  expect(snoozeLimit(messages)?.due).toBe(Date.parse('2026-11-14T17:00:00Z'))
})

test('half past eight is half past eight on the days on which the clocks change', () => {
  expect(new Date(momentAt('2026-03-08', 510, 'America/New_York')).toISOString()).toBe('2026-03-08T12:30:00.000Z')
  expect(new Date(momentAt('2026-03-08', 1_410, 'America/New_York')).toISOString()).toBe('2026-03-09T03:30:00.000Z')
  expect(new Date(momentAt('2026-11-01', 510, 'America/New_York')).toISOString()).toBe('2026-11-01T13:30:00.000Z')
})
