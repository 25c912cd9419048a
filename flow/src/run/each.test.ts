import { describe, expect, test } from 'vitest'
import type { Each } from '../document.ts'
import { Journey } from '../testing/journey.ts'
import { approval, manual, subworkflow, tool, workflow } from '../testing/make.ts'
import { outsideWorkOf } from './outside-work.ts'
import { statusOf } from './status.ts'

const list = (settings: Partial<Each> = {}): { each: Each } => ({
  each: { list: '[1, 2, 3]', order: 'at_once', until: 'all', ...settings },
})

const calls = (settings: Partial<Each>, items: number, routed = true) =>
  new Journey(
    workflow(
      'sequential',
      tool('send', ['after'], { ...list(settings), ...(routed && { on_failure: { next: ['failed'] } }) }),
      manual('after'),
      ...(routed ? [manual('failed')] : []),
    ),
  ).at('send', { t: 'opened', items })

describe('a step for each item of a list', () => {
  test('at once calls every item under its own key and goes on when all are done, in any order', () => {
    const run = calls({}, 3)
    expect(run.told('call').map(({ key, item }) => [key, item])).toEqual([
      ['send:1:0', 0],
      ['send:1:1', 1],
      ['send:1:2', 2],
    ])
    run.item('send', 2, { t: 'result', ok: true, attempt: 1 }).item('send', 0, { t: 'result', ok: true, attempt: 1 })
    expect(run.item('send', 0, { t: 'result', ok: true, attempt: 1 }).dropped).toBe('late')
    expect(run.open).toEqual(['send'])
    run.item('send', 1, { t: 'result', ok: true, attempt: 1 })
    expect([run.open, run.told('close').map(({ item }) => item)]).toEqual([['after'], [1, undefined]])
  })

  test('in order opens one at a time', () => {
    const run = calls({ order: 'in_order' }, 2)
    expect(run.told('call').map(({ item }) => item)).toEqual([0])
    expect(run.item('send', 1, { t: 'result', ok: true, attempt: 1 }).dropped).toBe('late')
    run.item('send', 0, { t: 'result', ok: true, attempt: 1 })
    expect(run.told('call').map(({ item }) => item)).toEqual([1])
  })

  test('the first done is enough, and the calls of the others are taken back', () => {
    const run = calls({ until: 'first' }, 3).item('send', 1, { t: 'result', ok: true, attempt: 1 })
    expect(run.told('uncall').map(({ item }) => item)).toEqual([0, 2])
    expect(run.told('close').map(({ item, why }) => [item, why])).toEqual([
      [1, undefined],
      [0, 'enough'],
      [2, 'enough'],
      [undefined, undefined],
    ])
    expect(run.open).toEqual(['after'])
  })

  test('an empty list is done at once, a list of more than a thousand is an incident', () => {
    expect(calls({}, 0).open).toEqual(['after'])
    expect(calls({}, 1001).told('fail')).toEqual([{ c: 'fail', step: 'send', round: 1, code: 'list_too_long' }])
  })

  test('an event opens twenty-five, until a hundred are open, which are refilled as they end', () => {
    const run = calls({}, 150)
    const opened = [run.told('call').length]
    while (outsideWorkOf(run.plan, run.state).more.length > 0)
      opened.push(run.at('send', { t: 'more' }).told('call').length)
    expect(opened).toEqual([25, 25, 25, 25])
    expect(run.at('send', { t: 'more' }).dropped).toBe('stale')
    run.item('send', 7, { t: 'result', ok: true, attempt: 1 })
    expect(run.told('call').map(({ item }) => item)).toEqual([100])
  })

  test('an item that ends before the list has opened all it may makes up for it', () => {
    const run = calls({}, 60).item('send', 3, { t: 'result', ok: true, attempt: 1 })
    expect(run.told('call').map(({ item }) => item)).toEqual(Array.from({ length: 25 }, (_, n) => 25 + n))
  })

  test('more counts for no other step, no other round and no list that has failed', () => {
    const run = calls({}, 60)
    expect(run.at('send', { t: 'more' }, 2).dropped).toBe('late')
    expect(run.item('send', 30, { t: 'more' }).dropped).toBe('kind')
    expect(run.at('after', { t: 'more' }, 1).dropped).toBe('kind')
    run.at('send', { t: 'error', code: 'list_gone', text: '' })
    expect(run.at('send', { t: 'more' }).dropped).toBe('stale')
  })

  test('leaves by failed as soon as enough cannot be reached', () => {
    const run = calls({ until: 2 }, 3).item('send', 0, { t: 'result', ok: false, attempt: 1 })
    expect(run.open).toEqual(['send'])
    expect(run.item('send', 1, { t: 'result', ok: false, attempt: 1 }).open).toEqual(['failed'])
  })

  test('without a route a failed item is an incident of its own, which a retry mends', () => {
    const run = calls({}, 2, false).item('send', 0, { t: 'result', ok: false, attempt: 1, code: 'refused' })
    expect(run.told('fail')).toEqual([{ c: 'fail', step: 'send', round: 1, item: 0, code: 'refused' }])
    expect(statusOf(run.state)).toBe('in_progress')
    run.item('send', 1, { t: 'result', ok: true, attempt: 1 })
    expect(statusOf(run.state)).toBe('failed')
    expect(run.item('send', 0, { t: 'retry', attempt: 1, by: 'ops' }).told('call')).toEqual([
      { c: 'call', step: 'send', round: 1, item: 0, attempt: 2, key: 'send:1:0:r2' },
    ])
    expect(run.item('send', 0, { t: 'result', ok: true, attempt: 2 }).open).toEqual(['after'])
  })

  test('a person gets one task per item, and an operator may end one or all', () => {
    const doc = workflow('sequential', manual('each', ['after'], list()), manual('after'))
    const run = new Journey(doc).at('each', { t: 'opened', items: 2 })
    expect(run.told('ask')).toEqual([
      { c: 'ask', step: 'each', round: 1, item: 0 },
      { c: 'ask', step: 'each', round: 1, item: 1 },
    ])
    expect(run.done('each').dropped).toBe('kind')
    run.item('each', 0, { t: 'override', outcome: 'done', by: 'ops', reason: 'known' })
    expect(run.override('each', 'done').open).toEqual(['after'])
  })
})

describe('an approval for each item', () => {
  const asking = (settings: Partial<Each> = {}) =>
    new Journey(
      workflow(
        'sequential',
        manual('write', ['ask']),
        approval('ask', ['act'], { rule: 'all', ...list(settings) }),
        manual('act'),
      ),
    )
      .done('write')
      .at('ask', { t: 'opened', items: 2 })
      .item('ask', 0, { t: 'opened', slots: 2 })
      .item('ask', 1, { t: 'opened', slots: 1 })
  const says = (run: Journey, item: number, slot: number, decision: 'approve' | 'reject' | 'changes') =>
    run.item('ask', item, { t: 'decision', slot, decision, by: 'ben' })

  test('has votes of its own per item', () => {
    const run = asking()
    says(run, 0, 0, 'approve')
    expect(says(run, 0, 0, 'approve').dropped).toBe('repeat')
    says(run, 1, 0, 'approve')
    expect(run.open).toEqual(['ask'])
    expect(says(run, 0, 1, 'approve').open).toEqual(['act'])
  })

  test('a rejected item rejects when all are needed, and is borne when one is enough', () => {
    expect(says(asking(), 1, 0, 'reject').open).toEqual(['write'])
    const run = asking({ until: 'first' })
    expect(says(run, 1, 0, 'reject').open).toEqual(['ask'])
    says(run, 0, 0, 'approve')
    expect(says(run, 0, 1, 'approve').open).toEqual(['act'])
  })

  test('changes on one item lead back with the whole step', () => {
    const run = says(asking(), 1, 0, 'changes')
    expect([run.open, run.state.open.write?.round]).toEqual([['write'], 2])
  })
})

test('a child is started under its key, taken back when it is no longer needed, and started anew by a retry', () => {
  const run = new Journey(
    workflow(
      'parallel',
      manual('start', ['buy', 'ask']),
      subworkflow('buy', ['end'], { on_reject: { next: ['tell'] } }),
      approval('ask', ['end'], { on_reject: { next: ['start'] } }),
      manual('end'),
      manual('tell'),
    ),
  ).done('start')
  expect(run.told('child')).toEqual([{ c: 'child', step: 'buy', round: 1, attempt: 1, key: 'buy:1' }])
  run.result('buy', false, 'failed')
  expect(run.retry('buy').told('child')).toEqual([{ c: 'child', step: 'buy', round: 1, attempt: 2, key: 'buy:1:r2' }])
  run.asked('ask', 1).decide('ask', 0, 'reject')
  expect(run.told('unchild')).toEqual([{ c: 'unchild', step: 'buy', round: 1 }])
  run.done('start').at('buy', { t: 'result', attempt: 1, ok: true, outcome: 'rejected' })
  expect(run.open).toEqual(['tell'])
})
