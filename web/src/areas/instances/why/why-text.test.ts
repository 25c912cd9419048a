import type { Waiting } from '@throughline/contracts/running'
import { expect, test } from 'vitest'
import { jonas, maya, waiting } from '../testing/open-instance.tsx'
import { howItStands, inShort, summary, whatIsMissing } from './why-text.ts'

const reader = { zone: 'Europe/London', me: maya.id, now: Date.parse('2026-11-12T10:30:00Z') }
const ana = { ...jonas, id: waiting().people[0]?.id ?? jonas.id, name: 'Ana Sousa' }
const HOUR = 3_600_000
const finance = { kind: 'team', id: '0198f3a0-0000-7000-8000-000000000600', name: 'Finance' } as const

const sentences: [string, Partial<Waiting>, string][] = [
  ['somebody’s task', { people: [jonas] }, 'Jonas Weber must complete this'],
  ['one’s own', { people: [maya] }, 'You must complete this'],
  ['nobody’s', { people: [] }, 'No one has been asked yet'],
  ['a queue', { kind: 'queue', people: [], queue: finance }, 'Someone in Finance must claim this'],
  ['one of two', { kind: 'approval', people: [jonas, maya], needed: 1, given: 1 }, 'You or Jonas Weber must approve'],
  ['all', { kind: 'approval', people: [jonas, maya], needed: 2, given: 0 }, 'You and Jonas Weber must approve'],
  [
    'two of three',
    { kind: 'approval', people: [jonas, maya, ana], needed: 2, given: 0 },
    'Two of you, Jonas Weber, and Ana Sousa must approve',
  ],
  ['a reviewer', { kind: 'review' }, 'Jonas Weber must review this'],
  ['a question', { kind: 'query' }, 'Jonas Weber must answer a question'],
  ['an automation', { kind: 'tool', people: [] }, 'This is running now'],
  ['a further try', { kind: 'tool', people: [], attempts: 3 }, 'This is being retried, attempt 3'],
  [
    'the next try',
    { kind: 'tool', people: [], attempts: 1, retry: { at: '2026-11-12T10:30:20Z', next: 2, of: 3 } },
    'Trying again soon (2 of 3)',
  ],
  ['a failure', { kind: 'failed', problem: 'The portal has no free seat.' }, 'The portal has no free seat.'],
  ['a moment', { kind: 'timer', until: '2026-11-20T09:00:00Z' }, 'This is waiting until Nov 20, 9:00 AM'],
  [
    'the mail budget',
    { kind: 'mail_budget', people: [], until: '2026-11-12T11:00:00Z' },
    'Your organization reached its limit for outside email. This continues today at 11:00 AM',
  ],
  ['other steps', { kind: 'join', for: ['Sign', 'Check'] }, 'This is waiting for Sign and Check'],
]

test.each(sentences)('waiting for %s is said plainly', (_, more, said) => {
  expect(whatIsMissing(waiting(more), reader)).toBe(said)
})

test('since when, how long it usually takes, and what releases it', () => {
  expect(howItStands(waiting({ kind: 'approval', usually: 6 * HOUR, needed: 1, given: 1 }), reader)).toBe(
    'Open since Nov 10, 4:40 PM. Usually takes 6 hours. One more of the two required approvals is needed.',
  )
  expect(
    howItStands(waiting({ reminded_at: '2026-11-11T09:00:00Z', usually: 72 * HOUR, items: 3, items_done: 2 }), reader),
  ).toBe('Open since Nov 10, 4:40 PM, reminded on Nov 11. Usually takes 3 days. Two of three are done.')
  expect(howItStands(waiting({ kind: 'failed', since: '2026-11-12T09:13:38Z', attempts: 3 }), reader)).toContain(
    'Stopped today at 9:13 AM after 3 attempts.',
  )
})

test('a line of a list says it in a few words', () => {
  expect(inShort(waiting({ people: [maya] }), 0, reader)).toBe('You: Agree fees')
  expect(inShort(waiting({ kind: 'approval', people: [maya, jonas], needed: 1 }), 2, reader)).toBe(
    'You or Jonas Weber, and 2 more',
  )
  const change_request = { verdict: 'changes', by: maya, comment: 'No', task_id: null } as const
  expect(inShort(waiting({ change_request }), 0, reader)).toBe('Jonas Weber: Agree fees, changes requested')
  expect(inShort(waiting({ kind: 'failed' }), 0, reader)).toBe('Agree fees failed')
})

test('an instance that cannot go on is no step, and offers no retry', () => {
  const stuck = waiting({ kind: 'failed', step: null, name: '', task_id: null, since: '2026-11-12T09:13:38Z' })
  expect(howItStands(stuck, reader)).toBe('Stopped today at 9:13 AM.')
  expect(inShort(stuck, 1, reader)).toBe('Can’t continue, and 1 more')
  expect(summary([stuck, waiting()])).toBe('One step is open.')
})

test('the whole: what the open steps lead to, and whether one is needed', () => {
  const join = waiting({ kind: 'join', name: 'Kickoff call', for: ['A', 'B', 'C'], act: null })
  expect(summary([waiting({ act: 'review' }), join])).toBe(
    'Kickoff call starts when three branches are done. One needs you.',
  )
  expect(summary([waiting()])).toBe('One step is open.')
})
