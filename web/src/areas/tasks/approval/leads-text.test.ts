import { Seat, type Task } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { leadsText, ruleText, tally } from './leads-text.ts'

const seats = (...verdicts: Seat['verdict'][]): Seat[] =>
  verdicts.map((verdict, slot) =>
    Seat.parse({
      slot,
      person: null,
      queue: null,
      asked: true,
      verdict,
      by: null,
      comment: '',
      at: null,
      mine: false,
      version_number: null,
      asked_again: null,
    }),
  )
const decided = (more: Partial<Task>) => ({
  rule: 2 as Task['rule'],
  in_order: false,
  item: null,
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
  expect(ruleText(decided({}))).toBe('two of three must approve')
  expect(ruleText(decided({ rule: 'all', in_order: true }))).toBe('all must approve, one after another')
})

test('the last approval says that it completes the step, and what both ways back do', () => {
  expect(leadsText(decided({ seats: seats('approve', 'reject', null) }))).toBe(
    'Your approval is the second of two and completes this step. Then Kickoff call starts. Reject and Request changes return to Agree fees. Answers are kept.',
  )
})

test('a rejection that the others can outvote does not claim to go back', () => {
  expect(leadsText(decided({}))).toBe(
    'Your approval is the second of two and completes this step. Then Kickoff call starts. If you reject, the others can still approve. One more rejection goes to Agree fees. Request changes returns to Agree fees. Answers are kept.',
  )
  const leads = { approve: [], reject: [], changes: null }
  expect(leadsText(decided({ leads, rule: 1, seats: seats(null, null, null) }))).toBe(
    'Your approval completes this step. If you reject, the others can still approve. Two more rejections end the instance.',
  )
})

test.each<Task['rule']>(['first', 'all', 3])('by the rule %s one rejection decides', (rule) => {
  expect(leadsText(decided({ rule }))).toContain('Reject and Request changes return to Agree fees')
})

test('an approval that is not the last says how many are missing', () => {
  expect(leadsText(decided({ rule: 'all', seats: seats(null, null, null) }))).toContain(
    'Two more approvals are needed after yours.',
  )
})

test('a rejection that ends everything says so', () => {
  const leads = { approve: [], reject: [], changes: null }
  expect(leadsText(decided({ rule: 'first', leads, seats: seats(null) }))).toBe(
    'Your approval completes this step. Reject ends the instance.',
  )
})

test('one of a list does not claim to move the step by itself', () => {
  expect(leadsText(decided({ item: 2 }))).toBe(
    'Your decision settles this item. This is one item in a list. The decisions on all items determine what happens next. Request changes returns to Agree fees. Answers are kept.',
  )
})
