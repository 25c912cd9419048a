import { describe, expect, test } from 'vitest'
import { Journey } from '../testing/journey.ts'
import { approval, manual, subworkflow, tool, wait, workflow } from '../testing/make.ts'
import { callId, mustPoke, type OutsideWork, outsideWorkOf } from './outside-work.ts'

const reminding = { escalation: [{ from: 'open' as const, after: '1h', act: 'remind' as const }] }
const each = { list: '[1, 2]', order: 'at_once' as const, until: 'all' as const }
const wantedBy = ({ plan, state }: Journey) => outsideWorkOf(plan, state)
const nothing: OutsideWork = { alarm: null, calls: [], children: [], more: [] }

describe('what an instance wants', () => {
  test('is the calls and children that are under way, each by its key and attempt', () => {
    const run = new Journey(
      workflow('parallel', manual('m', ['t', 's']), tool('t', ['e']), subworkflow('s', ['e']), manual('e')),
    )
    expect(wantedBy(run)).toEqual(nothing)
    run.done('m')
    expect(wantedBy(run)).toEqual({
      ...nothing,
      calls: [{ step: 't', round: 1, attempt: 1, key: 't:1' }],
      children: [{ step: 's', round: 1, attempt: 1, key: 's:1' }],
    })
    run.result('t', false, 'refused')
    expect(wantedBy(run).calls).toEqual([])
    run.retry('t')
    expect(wantedBy(run).calls.map(callId)).toEqual(['t:1:r2#2'])
    run.result('t', true)
    expect(wantedBy(run).calls).toEqual([])
  })

  test('is every open item of a list, and none while the list itself has failed', () => {
    const run = new Journey(workflow('sequential', tool('t', ['e'], { each }), manual('e')))
    expect(wantedBy(run)).toEqual(nothing)
    run.at('t', { t: 'opened', items: 3 }).item('t', 1, { t: 'result', attempt: 1, ok: false })
    expect(wantedBy(run).calls).toEqual([
      { step: 't', round: 1, item: 0, attempt: 1, key: 't:1:0' },
      { step: 't', round: 1, item: 2, attempt: 1, key: 't:1:2' },
    ])
    run.at('t', { t: 'error', code: 'list_gone', text: '' })
    expect(wantedBy(run)).toEqual(nothing)
  })

  test('is the earliest moment of a wait or an alarm, also of a step that has failed', () => {
    const doc = workflow(
      'parallel',
      manual('m', ['w', 'a']),
      wait('w', ['e']),
      approval('a', ['e'], reminding),
      manual('e'),
    )
    const run = new Journey(doc).done('m')
    run.at('w', { t: 'opened', until: 9 }).at('a', { t: 'opened', slots: 0, alarms: [[5, 0]] })
    expect(run.state.open.a?.phase).toBe('failed')
    expect(wantedBy(run).alarm).toBe(5)
    expect(wantedBy(run.tick(5)).alarm).toBe(9)
  })

  test('is more of a list that has room for it, until as many are open as may be', () => {
    const run = new Journey(workflow('sequential', manual('m', [], { each }))).at('m', { t: 'opened', items: 60 })
    const asked = [run.told('ask').length]
    for (let n = 0; n < 2; n++) {
      expect(wantedBy(run)).toEqual({ ...nothing, more: [{ step: 'm', round: 1 }] })
      asked.push(run.at('m', { t: 'more' }).told('ask').length)
    }
    expect(wantedBy(run)).toEqual(nothing)
    expect(asked).toEqual([25, 25, 10])
  })

  test('is nothing once the instance has ended', () => {
    const run = new Journey(workflow('parallel', tool('t', ['e']), manual('e')))
    expect(wantedBy(run.send({ at: 1, t: 'cancel', by: 'ana', reason: '' }))).toEqual(nothing)
  })
})

describe('the engine is poked', () => {
  const call = { step: 't', round: 1, attempt: 1, key: 't:1' }
  const list = { step: 'm', round: 1 }

  test.each<[string, Partial<OutsideWork>, Partial<OutsideWork>]>([
    ['a call is new', {}, { calls: [call] }],
    ['a call is not wanted any more', { calls: [call] }, {}],
    ['a call is tried again', { calls: [call] }, { calls: [{ ...call, attempt: 2 }] }],
    ['a child takes the place of a call', { calls: [call] }, { children: [{ ...call, key: 's:1' }] }],
    ['a list has room', {}, { more: [list] }],
    ['another list has room', { more: [list] }, { more: [{ ...list, round: 2 }] }],
    ['there is an alarm', {}, { alarm: 5 }],
    ['the alarm is earlier', { alarm: 6 }, { alarm: 5 }],
  ])('when %s', (_, before, after) => {
    expect(mustPoke({ ...nothing, ...before }, { ...nothing, ...after })).toBe(true)
  })

  test.each<[string, Partial<OutsideWork>, Partial<OutsideWork>]>([
    ['nothing is wanted', {}, {}],
    ['the same is wanted', { calls: [call], more: [list], alarm: 5 }, { calls: [call], more: [list], alarm: 5 }],
    ['the list was filled', { more: [list] }, {}],
    ['the alarm is later', { alarm: 5 }, { alarm: 6 }],
    ['the alarm is gone', { alarm: 5 }, {}],
  ])('but not when %s', (_, before, after) => {
    expect(mustPoke({ ...nothing, ...before }, { ...nothing, ...after })).toBe(false)
  })
})
