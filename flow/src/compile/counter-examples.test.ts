import { describe, expect, test } from 'vitest'
import { Journey } from '../testing/journey.ts'
import { approval, condition, manual, planOf, problemsOf, tool, workflow } from '../testing/make.ts'
import { repair } from './repair.ts'
import { validate } from './validate.ts'

/** Rules that were tried first and failed, each with the case that showed it. */
describe('what the first rules got wrong', () => {
  test('an AND-join would wait for a branch that a condition skipped', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('s', ['c', 'b']),
        condition('c', [['x']], []),
        manual('x', ['join']),
        manual('b', ['join']),
        manual('join'),
      ),
    )
    expect(run.done('s').branch('c', 'else').done('b').open).toEqual(['join'])
  })

  test('reach along returns would make two steps wait for each other', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('s', ['a', 'b']),
        approval('a', ['both'], { on_reject: { next: ['s'] } }),
        approval('b', ['both'], { on_reject: { next: ['s'] } }),
        manual('both'),
      ),
    ).done('s')
    expect(run.open).toEqual(['a', 'b'])
  })

  test('a return that took back only its loop would leave a step beside its successor', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('h', ['u', 'x']),
        approval('u', ['end'], { on_reject: { next: ['h'] } }),
        manual('x', ['y']),
        manual('y', ['end']),
        manual('end'),
      ),
    )
    run.done('h').done('x').asked('u', 1).decide('u', 0, 'reject')
    expect([run.open, run.state.round]).toEqual([['h'], { h: 2, u: 2, x: 2, y: 2, end: 2 }])
  })

  test('a return keeps the arrival of a finished sibling outside, and used arrivals stay used', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('s', ['h', 'sibling']),
        manual('h', ['u']),
        approval('u', ['join'], { on_reject: { next: ['h'] } }),
        manual('sibling', ['join']),
        condition('join', [['h']], [], { back: ['h'] }),
      ),
    )
    run.done('s').done('sibling').done('h').asked('u', 1).decide('u', 0, 'reject')
    expect(run.state.wait).toEqual({ join: ['sibling'] })
    run.done('h').asked('u', 1).decide('u', 0, 'approve').branch('join', 'b0')
    expect([run.open, run.state.wait]).toEqual([['h'], {}])
  })

  test('some end within reach is not enough: every target must be able to end', () => {
    const doc = workflow('parallel', manual('s0', ['a', 'b']), manual('a', ['s0']), manual('b'))
    expect(problemsOf(doc)).toEqual(['no_way_out s0', 'no_way_out a'])
  })

  test('depth-first order alone must not name the return of a loop with two entries', () => {
    const doc = workflow(
      'parallel',
      manual('a', ['b', 'c']),
      manual('b', ['join']),
      manual('c', ['join']),
      condition('join', [['c']], [], { branches: [{ when: 'rounds["c"] < 2', next: ['c'] }], end_outcome: 'x' }),
    )
    expect(problemsOf(doc)).toEqual(['loop_two_entries c'])
    const offers = validate(doc).find(({ n }) => n === 8)?.repairs ?? []
    expect(offers.map((offer) => problemsOf(repair(doc, offer)))).toEqual([[], []])
  })

  test('a mark must not lead to a step that is reached only so', () => {
    const doc = workflow(
      'parallel',
      manual('a', ['b']),
      condition('b', [['c']], [], { back: ['c'] }),
      manual('c', ['b']),
    )
    expect(problemsOf(doc)).toContain('back_not_back b')
  })

  test('a variable is not surely set when a return skips its writing, or a cancel closes it', () => {
    const field = { name: 'v', type: 'text' as const, label: 'V', required: true }
    const cancelled = workflow(
      'parallel',
      manual('s', ['ask', 'w']),
      approval('ask', ['join'], { on_changes: { next: ['join'] } }),
      manual('w', ['join'], { fields: [field] }),
      manual('join', [], { assignee: { expr: 'vars.v' } }),
    )
    expect(problemsOf(cancelled)).toEqual(['var_maybe join'])
    const waiting = workflow(
      'parallel',
      manual('s', ['ask', 'b']),
      approval('ask', ['b'], { on_changes: { next: ['end'] } }),
      manual('b', ['end'], { fields: [field] }),
      manual('end', [], { assignee: { expr: 'vars.v' } }),
    )
    expect(problemsOf(waiting)).toEqual(['var_maybe end'])
    const entered = workflow(
      'sequential',
      condition('s', [['w']], ['r'], { branches: [{ when: 'rounds["s"] > 1', next: ['w'] }] }),
      manual('w', ['r'], { fields: [field] }),
      manual('r', [], { assignee: { expr: 'vars.v' } }),
    )
    expect(problemsOf(entered)).toEqual(['var_maybe r'])
  })

  test('a duplicate target counts once, and a step may be its own return', () => {
    const plan = planOf(
      workflow('parallel', manual('a', ['b', 'b']), tool('b', ['c'], { on_failure: { next: ['a'] } }), manual('c')),
    )
    expect(plan.steps[0]?.outs[0]?.to).toEqual([1])
    expect(validate(workflow('sequential', manual('a', ['a']))).map(({ code }) => code)).toEqual(['no_way_out'])
  })
})
