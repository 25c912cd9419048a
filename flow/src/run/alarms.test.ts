import { describe, expect, test } from 'vitest'
import type { Escalation } from '../document.ts'
import { Journey } from '../testing/journey.ts'
import { approval, manual, tool, workflow } from '../testing/make.ts'

const escalation: Escalation[] = [
  { from: 'open', after: '1h', act: 'remind' },
  { from: 'open', after: '2h', act: 'reassign', to: { role: 'Admin' } },
]

describe('alarms', () => {
  test('go off once each, at their time, with one timer for the earliest', () => {
    const run = new Journey(workflow('sequential', manual('a', ['b'], { escalation }), manual('b')))
    run.at('a', {
      t: 'opened',
      alarms: [
        [200, 1],
        [100, 0],
      ],
    })
    expect(run.told('wake')).toEqual([{ c: 'wake', at: 100 }])
    expect(run.tick(99).dropped).toBe('stale')
    expect(run.tick(100).commands).toEqual([
      { c: 'remind', step: 'a', round: 1, n: 0 },
      { c: 'wake', at: 200 },
    ])
    expect(run.tick(100).dropped).toBe('stale')
    expect(run.tick(500).commands).toEqual([
      { c: 'reassign', step: 'a', round: 1, n: 1 },
      { c: 'wake', at: null },
    ])
  })

  test('are forgotten when the step is done, and set anew in a new round', () => {
    const run = new Journey(
      workflow('sequential', manual('a', ['ask'], { escalation }), approval('ask', [], { on_reject: { next: ['a'] } })),
    )
    run.at('a', { t: 'opened', alarms: [[100, 0]] }).done('a')
    expect(run.told('wake')).toEqual([{ c: 'wake', at: null }])
    run
      .asked('ask', 1)
      .decide('ask', 0, 'reject')
      .at('a', { t: 'opened', alarms: [[300, 0]] })
    expect(run.tick(200).dropped).toBe('stale')
    expect(run.tick(300).told('remind')).toEqual([{ c: 'remind', step: 'a', round: 2, n: 0 }])
  })

  test('may finish an approval, once', () => {
    const finish: Escalation[] = [{ from: 'open', after: '1d', act: 'finish', outcome: 'approved' }]
    const run = new Journey(workflow('sequential', approval('ask', ['act'], { escalation: finish }), manual('act')))
    run.at('ask', { t: 'opened', slots: 2, alarms: [[100, 0]] })
    expect(run.tick(150).open).toEqual(['act'])
    expect(run.decide('ask', 0, 'reject').dropped).toBe('late')
  })

  test('that come together are carried out in plan order', () => {
    const run = new Journey(
      workflow('parallel', manual('s', ['x', 'y']), manual('x', [], { escalation }), tool('y', [], { escalation })),
    ).done('s')
    run.at('y', { t: 'opened', alarms: [[50, 0]] }).at('x', { t: 'opened', alarms: [[60, 0]] })
    expect(
      run
        .tick(70)
        .told('remind')
        .map(({ step }) => step),
    ).toEqual(['x', 'y'])
  })

  test('what says nothing, or says it twice, changes nothing', () => {
    const run = new Journey(workflow('sequential', manual('a', [], { escalation })))
    expect(run.at('a', { t: 'opened' }).dropped).toBe('repeat')
    run.at('a', { t: 'opened', alarms: [[100, 0]] })
    expect(run.at('a', { t: 'opened', alarms: [[50, 0]] }).dropped).toBe('repeat')
  })
})
