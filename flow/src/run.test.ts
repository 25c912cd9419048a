import { describe, expect, test, vi } from 'vitest'
import { newState, reduce } from './run.ts'
import { Journey } from './testing/journey.ts'
import { approval, condition, manual, planOf, wait, workflow } from './testing/make.ts'

describe('branches and joins', () => {
  const pair = workflow(
    'parallel',
    manual('start', ['left', 'right']),
    manual('left', ['both']),
    manual('right', ['both']),
    manual('both'),
  )

  test('a parallel pair opens together and joins once, when the second is done', () => {
    const run = new Journey(pair).done('start')
    expect(run.open).toEqual(['left', 'right'])
    run.done('right')
    expect([run.open, run.waiting]).toEqual([['left'], ['both']])
    run.done('left')
    expect(run.told('open')).toEqual([{ c: 'open', step: 'both', round: 1, from: ['right', 'left'] }])
    expect(run.done('both').told('finish')).toEqual([{ c: 'finish', status: 'completed', outcome: 'completed' }])
  })

  test('a join waits only for branches that are running, not for one that a condition skipped', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('start', ['left', 'check']),
        manual('left', ['both']),
        condition('check', [['right']], []),
        manual('right', ['both']),
        manual('both'),
      ),
    )
    run.done('start').branch('check', 'else').done('left')
    expect(run.open).toEqual(['both'])
  })

  test('steps that become ready together start in plan order, whatever their ids', () => {
    const ids = ['zeta', '10', 'constructor', '2']
    const run = new Journey(
      workflow('parallel', manual('start', ids), manual('zeta'), ...ids.slice(1).map((id) => manual(id))),
    )
    expect(
      run
        .done('start')
        .told('open')
        .map(({ step }) => step),
    ).toEqual(ids)
    for (const id of ids) run.done(id)
    expect(run.state.status).toBe('completed')
  })

  test('a second start, a second done and anything after the end change nothing', () => {
    const run = new Journey(pair)
    const before = run.state
    expect(run.send({ at: 1, t: 'start' }).dropped).toBe('repeat')
    expect(run.state).toBe(before)
    run.done('start')
    expect(run.done('start', 1).dropped).toBe('late')
    expect(run.commands).toEqual([])
    run.send({ at: 2, t: 'cancel', by: 'ops', reason: 'mistake' })
    expect(run.told('close').map(({ step, why }) => [step, why])).toEqual([
      ['left', 'ended'],
      ['right', 'ended'],
    ])
    expect(run.state.status).toBe('cancelled')
    expect(run.done('left', 1).dropped).toBe('ended')
  })
})

describe('outcomes', () => {
  test('an instance ends as the last branch to end says', () => {
    const run = new Journey(workflow('sequential', manual('pay', [], { end_outcome: 'paid' })))
    expect(run.done('pay').state.outcome).toBe('paid')
  })

  test('a route that ends the instance closes all else', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('start', ['ask', 'beside']),
        approval('ask', [], { on_reject: { end: 'refused' } }),
        manual('beside'),
      ),
    )
    run.done('start').asked('ask', 1).decide('ask', 0, 'reject')
    expect(run.told('close').map(({ step, why }) => [step, why])).toEqual([
      ['ask', undefined],
      ['beside', 'ended'],
    ])
    expect([run.state.status, run.state.outcome]).toEqual(['completed', 'refused'])
  })
})

describe('time', () => {
  test('a wait ends at its time and not before, and there is one timer for the earliest', () => {
    const run = new Journey(workflow('parallel', manual('start', ['soon', 'later']), wait('soon'), wait('later')))
    run.done('start').at('later', { t: 'opened', until: 90 })
    expect(run.told('wake')).toEqual([{ c: 'wake', at: 90 }])
    expect(run.at('soon', { t: 'opened', until: 50 }).told('wake')).toEqual([{ c: 'wake', at: 50 }])
    expect(run.at('soon', { t: 'opened', until: 60 }).dropped).toBe('repeat')
    expect(run.tick(49).dropped).toBe('stale')
    expect(run.tick(50).commands).toEqual([
      { c: 'close', step: 'soon', round: 1, outcome: 'done' },
      { c: 'wake', at: 90 },
    ])
    expect(run.tick(90).told('wake')).toEqual([{ c: 'wake', at: null }])
    expect(run.state.status).toBe('completed')
  })

  test('the reducer reads no clock, no chance and no locale', () => {
    const forbidden = () => {
      throw new Error('not pure')
    }
    vi.stubGlobal('Date', forbidden)
    vi.stubGlobal('Intl', undefined)
    vi.stubGlobal('crypto', undefined)
    const random = vi.spyOn(Math, 'random').mockImplementation(forbidden)
    try {
      expect(
        new Journey(workflow('sequential', manual('a', ['b']), manual('b'))).done('a').done('b').state.status,
      ).toBe('completed')
    } finally {
      random.mockRestore()
      vi.unstubAllGlobals()
    }
  })
})

test('a state is refused by another plan', () => {
  const plan = planOf(workflow('sequential', manual('a')))
  const other = planOf(workflow('sequential', manual('b')))
  expect(() => reduce(other, newState(plan), { at: 0, t: 'start' })).toThrow(plan.hash)
})

test('an event that fits no step is dropped with its reason', () => {
  const run = new Journey(workflow('sequential', manual('a', ['b']), approval('b')))
  expect(run.done('nobody').dropped).toBe('unknown')
  expect(run.decide('a', 0, 'approve').dropped).toBe('kind')
  expect(run.done('a', 7).dropped).toBe('late')
  expect(run.override('a', 'failed').dropped).toBe('unknown')
})
