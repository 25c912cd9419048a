import { Seat, type Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { leadsText, ruleText, tally } from './leads-text.ts'

const seats = (...verdicts: Seat['verdict'][]): Seat[] =>
  verdicts.map((verdict, slot) =>
    Seat.parse({ slot, person: null, queue: null, asked: true, verdict, by: null, comment: '', at: null, mine: false }),
  )
const decided = (more: Partial<Task>) => ({
  rule: 2 as Task['rule'],
  in_order: false,
  seats: seats('approve', null, null),
  leads: { approve: ['Kickoff call'], reject: ['Agree fees'], changes: ['Agree fees'] } as Task['leads'],
  ...more,
})

test.each<[Task['rule'], number]>([
  ['first', 1],
  ['all', 3],
  [2, 2],
])('by the rule %s, %d approvals are needed', (rule, needed) => {
  expect(tally(decided({ rule }))).toEqual({ needed, given: 1 })
})

test('the rule is said in words', () => {
  expect(ruleText(decided({}))).toBe('two of three decide')
  expect(ruleText(decided({ rule: 'all', in_order: true }))).toBe('all of them decide, one after another')
})

test('the last approval says that it completes the step, and what both ways back do', () => {
  expect(leadsText(decided({}))).toBe(
    'Yours is the second of two: it completes this step. Then Kickoff call starts. Reject and Request changes go back to Agree fees; answers are kept.',
  )
})

test('an approval that is not the last says how many are missing', () => {
  expect(leadsText(decided({ rule: 'all', seats: seats(null, null, null) }))).toContain(
    'two more approvals are needed after yours.',
  )
})

test('a rejection that ends everything says so', () => {
  const leads = { approve: [], reject: [], changes: null }
  expect(leadsText(decided({ rule: 'first', leads, seats: seats(null) }))).toBe(
    'Yours completes this step. Reject ends the instance.',
  )
})
