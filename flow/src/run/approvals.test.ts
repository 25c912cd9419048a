import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Step } from '../document.ts'
import { Journey } from '../testing/journey.ts'
import { approval, manual, workflow } from '../testing/make.ts'
import { tally } from './tally.ts'

type Settings = Partial<Omit<Step & { type: 'approval' }, 'id' | 'type' | 'next'>>
const asking = (settings: Settings, slots: number) =>
  new Journey(workflow('sequential', manual('write', ['ask']), approval('ask', ['act'], settings), manual('act')))
    .done('write')
    .asked('ask', slots)

describe('an approval', () => {
  test('by two of three opens the next step with the second approval', () => {
    const run = asking({ rule: 2 }, 3).decide('ask', 2, 'approve')
    expect(run.open).toEqual(['ask'])
    expect(run.decide('ask', 2, 'approve').dropped).toBe('repeat')
    run.decide('ask', 0, 'reject')
    expect(run.open).toEqual(['ask'])
    expect(run.decide('ask', 1, 'approve').open).toEqual(['act'])
  })

  test('by two of three is rejected as soon as two approvals are out of reach', () => {
    const run = asking({ rule: 2 }, 3).decide('ask', 0, 'reject').decide('ask', 1, 'reject')
    expect([run.open, run.state.open.write?.round]).toEqual([['write'], 2])
  })

  test('in order asks the next person only when the one before has approved', () => {
    const run = asking({ rule: 'all', order: 'in_order' }, 2)
    expect(run.decide('ask', 1, 'approve').dropped).toBe('unknown')
    expect(run.decide('ask', 0, 'approve').told('ask')).toEqual([{ c: 'ask', step: 'ask', round: 1, slot: 1 }])
    expect(run.decide('ask', 1, 'approve').open).toEqual(['act'])
  })

  test('asks again for votes that were withdrawn', () => {
    const run = asking({ rule: 2 }, 3).decide('ask', 0, 'approve').withdraw('ask', 1)
    expect(run.withdraw('ask', 1).dropped).toBe('repeat')
    expect(run.decide('ask', 1, 'approve', 1).open).toEqual(['ask'])
    expect(run.decide('ask', 0, 'approve', 1).open).toEqual(['act'])
    expect(run.withdraw('ask', 2).dropped).toBe('late')
  })

  test('in order begins at the first person when votes were withdrawn', () => {
    const run = asking({ rule: 'all', order: 'in_order' }, 3).decide('ask', 0, 'approve').withdraw('ask', 1)
    expect(run.decide('ask', 1, 'approve', 1).dropped).toBe('unknown')
    expect(run.decide('ask', 0, 'approve', 1).told('ask')).toEqual([{ c: 'ask', step: 'ask', round: 1, slot: 1 }])
  })

  test('counts the same votes in whatever order they and their withdrawal come, and however often', () => {
    const told: ((run: Journey) => Journey)[] = [
      (run) => run.decide('ask', 0, 'approve'),
      (run) => run.decide('ask', 1, 'approve'),
      (run) => run.withdraw('ask', 1),
      (run) => run.decide('ask', 0, 'approve', 1),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray([...told, ...told, ...told], { minLength: 12 }), (orders) => {
        const run = asking({ rule: 'all' }, 3)
        for (const tell of orders) tell(run)
        const { votes, asked } = run.state.open.ask ?? {}
        expect({ votes, asked }).toEqual({ votes: { 0: 'approve' }, asked: 1 })
      }),
    )
  })

  test('with too few people is an incident, and a retry of the same round looks anew', () => {
    const run = asking({ rule: 2 }, 1)
    expect(run.told('fail')).toEqual([{ c: 'fail', step: 'ask', round: 1, code: 'no_approver' }])
    expect(run.decide('ask', 0, 'approve').dropped).toBe('stale')
    expect(run.retry('ask').told('open')).toEqual([{ c: 'open', step: 'ask', round: 1, from: [] }])
    run.asked('ask', 2).decide('ask', 0, 'approve').decide('ask', 1, 'approve')
    expect(run.open).toEqual(['act'])
  })

  test('does not take changes where there is nothing to return to', () => {
    const run = new Journey(workflow('sequential', approval('ask'))).asked('ask', 1)
    expect(run.decide('ask', 0, 'changes').dropped).toBe('unknown')
    expect(run.decide('ask', 0, 'reject').state.outcome).toBe('rejected')
  })
})

test.each([
  ['first', 3, {}, undefined],
  ['first', 3, { 1: 'approve' }, 'approved'],
  ['first', 3, { 2: 'reject' }, 'rejected'],
  ['all', 2, { 0: 'approve' }, undefined],
  ['all', 2, { 0: 'approve', 1: 'approve' }, 'approved'],
  ['all', 3, { 1: 'reject' }, 'rejected'],
  [2, 3, { 0: 'reject' }, undefined],
  [2, 3, { 0: 'reject', 2: 'reject' }, 'rejected'],
  [2, 2, { 0: 'reject' }, 'rejected'],
  [2, 5, { 0: 'approve', 4: 'approve' }, 'approved'],
  [3, 5, { 0: 'approve', 1: 'changes' }, 'changes'],
] as const)('rule %s of %d slots with %o is %s', (rule, slots, votes, outcome) => {
  expect(tally(rule, slots, votes)).toBe(outcome)
})
