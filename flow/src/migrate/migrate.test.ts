import { describe, expect, test } from 'vitest'
import type { FlowDoc } from '../document.ts'
import { Journey } from '../testing/journey.ts'
import { approval, manual, planOf, tool, workflow } from '../testing/make.ts'
import { type Mapping, migrate } from './migrate.ts'

const moved = (run: Journey, doc: FlowDoc, map: Mapping = {}, done: string[] = []) =>
  migrate(run.plan, planOf(doc), run.state, map, { at: 9, done })

const pair = workflow('parallel', manual('s', ['a', 'b']), manual('a', ['end']), manual('b', ['end']), manual('end'))

describe('moving a running instance', () => {
  test('a run goes on under the new settings, and no key is used twice', () => {
    const run = new Journey(pair).done('s')
    const longer = workflow(
      'parallel',
      manual('s', ['a', 'b']),
      manual('a', ['new']),
      manual('new', ['end']),
      manual('b', ['end']),
      manual('end'),
    )
    const result = moved(run, longer, {}, ['s'])
    expect(result).toMatchObject({
      ok: true,
      closed: [],
      opened: [],
      ahead: [],
      kept: [
        { from: 'a', to: 'a', round: 1 },
        { from: 'b', to: 'b', round: 1 },
      ],
    })
    expect(result.ok && result.state).toMatchObject({ base: 2, round: { a: 1, b: 1 } })
  })

  test('a removed step is started elsewhere, arrivals stay', () => {
    const run = new Journey(pair).done('s').done('a')
    const other = workflow('parallel', manual('s', ['a', 'x']), manual('a', ['end']), tool('x', ['end']), manual('end'))
    expect(moved(run, other)).toEqual({ ok: false, refused: [expect.objectContaining({ step: 'b', why: 'gone' })] })
    const result = moved(run, other, { b: { start: 'x' } }, ['s', 'a'])
    expect(result).toMatchObject({ ok: true, closed: ['b'], opened: ['x'], ahead: [] })
    expect(result.ok && [result.commands.map(({ c }) => c), result.state.wait]).toEqual([
      ['close', 'open', 'call'],
      { end: ['a'] },
    ])
  })

  test('another type, another tool and two runs at one step are refused', () => {
    const run = new Journey(pair).done('s')
    const typed = workflow('parallel', manual('s', ['a', 'b']), tool('a', ['end']), manual('b', ['end']), manual('end'))
    expect(moved(run, typed)).toMatchObject({ ok: false, refused: [{ step: 'a', why: 'type' }] })
    expect(moved(run, pair, { b: 'a' })).toMatchObject({ ok: false, refused: [{ step: 'b', why: 'order' }] })
  })

  test('what is open must not lie behind another token', () => {
    const run = new Journey(pair).done('s')
    const ordered = workflow('parallel', manual('s', ['a']), manual('a', ['b']), manual('b', ['end']), manual('end'))
    expect(moved(run, ordered)).toMatchObject({ ok: false, refused: [{ step: 'b', why: 'order' }] })
  })

  test('votes stay with the same approvers and are asked for anew with others', () => {
    const asking = (settings: Parameters<typeof approval>[2]) =>
      workflow('sequential', manual('w', ['ask']), approval('ask', [], settings))
    const run = new Journey(asking({ rule: 'all' })).done('w').asked('ask', 2).decide('ask', 0, 'approve')
    const same = moved(run, asking({ rule: 'all', name: 'Other' }))
    expect(same.ok && same.state.open.ask?.votes).toEqual({ 0: 'approve' })
    const anew = moved(run, asking({ rule: 2 }))
    expect(anew).toMatchObject({
      ok: true,
      kept: [{ askedAnew: true }],
      commands: [{ c: 'open', step: 'ask', round: 1 }],
    })
    expect(anew.ok && anew.state.open.ask?.votes).toBeUndefined()
  })

  test('a run that goes on under another id gets a round of its own', () => {
    const run = new Journey(workflow('sequential', manual('a', ['b']), manual('b', ['c']), manual('c'))).done('a')
    const result = moved(run, workflow('sequential', manual('b', ['a']), manual('a', ['c']), manual('c')), { b: 'a' }, [
      'a',
    ])
    expect(result).toMatchObject({ ok: true, kept: [{ from: 'b', to: 'a', round: 2 }], ahead: ['a'] })
  })

  test('a changed type of a variable, or an instance that has ended, is refused', () => {
    const run = new Journey(pair)
    const plan = run.plan
    expect(migrate(plan, plan, run.state, {}, { at: 0, retyped: ['n'] })).toMatchObject({ refused: [{ why: 'vars' }] })
    run.send({ at: 1, t: 'cancel', by: 'x', reason: '' })
    expect(moved(run, pair)).toMatchObject({ refused: [{ why: 'invalid' }] })
  })
})
