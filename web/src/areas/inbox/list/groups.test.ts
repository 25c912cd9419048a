import { expect, test } from 'vitest'
import { texts } from '../inbox.texts.ts'
import { approval, message } from '../testing/sample-messages.ts'
import { groupsOf } from './groups.ts'

const clock = { zone: 'UTC', now: Date.parse('2026-11-12T10:24:00Z') }
const today = message(1, 'Today’s', { timestamp: '2026-11-12T09:00:00Z' })
const yesterday = message(2, 'Yesterday’s', { timestamp: '2026-11-11T09:00:00Z' })
const asked = approval(3, 'Invoice', { timestamp: '2026-11-02T09:00:00Z' })
const groups = (rows: Parameters<typeof groupsOf>[0], held?: string) =>
  groupsOf(rows, held, clock).map(({ title, rows: group }) => [title, group.map((row) => row.title)])

test('what needs the person stands first whatever its age, then day by day', () => {
  expect(groups([asked, yesterday, today])).toEqual([
    [texts.needsYou, ['Invoice']],
    [texts.today, ['Today’s']],
    [texts.yesterday, ['Yesterday’s']],
  ])
})

test('what was just decided stays in its place until one leaves it', () => {
  const decided = { ...asked, needs_you: false }
  expect(groups([decided, today], decided.id)[0]).toEqual([texts.needsYou, ['Invoice']])
  expect(groups([decided, today])[0]).toEqual([texts.today, ['Today’s']])
})
