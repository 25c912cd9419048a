import { describe, expect, test } from 'vitest'
import { Journey } from '../testing/journey.ts'
import { condition, manual, tool, workflow } from '../testing/make.ts'

const shipping = () =>
  new Journey(
    workflow(
      'parallel',
      manual('start', ['call', 'beside']),
      tool('call', ['both']),
      manual('beside', ['both']),
      manual('both'),
    ),
  ).done('start')

describe('a tool that fails without a route', () => {
  test('is an incident that holds the join back while other branches go on', () => {
    const run = shipping().result('call', false, 'timeout')
    expect(run.told('fail')).toEqual([{ c: 'fail', step: 'call', round: 1, code: 'timeout' }])
    run.done('beside')
    expect([run.open, run.waiting]).toEqual([['call'], ['both']])
    expect(run.result('call', true).dropped).toBe('stale')
    expect(run.override('call', 'done').open).toEqual(['both'])
  })

  test('is called again under the same key, and under a new one only after a definite refusal', () => {
    const run = shipping()
    const retried = (code: string) =>
      run
        .result('call', false, code)
        .retry('call')
        .told('call')
        .map(({ key }) => key)
    expect(retried('timeout')).toEqual(['call:1'])
    expect(retried('refused')).toEqual(['call:1:r3'])
    expect(retried('timeout')).toEqual(['call:1:r3'])
    expect(run.at('call', { t: 'result', ok: true, attempt: 1 }).dropped).toBe('stale')
    expect(run.at('call', { t: 'retry', attempt: 3, by: 'ops' }).dropped).toBe('stale')
    expect(run.result('call', true).open).toEqual(['beside'])
  })
})

test('overriding a call under way takes the call back', () => {
  const run = shipping().override('call', 'done')
  expect(run.commands).toEqual([
    { c: 'uncall', step: 'call', round: 1 },
    { c: 'close', step: 'call', round: 1, outcome: 'done' },
  ])
})

test('a condition that cannot be evaluated waits for an operator, who retries or picks the branch', () => {
  const run = new Journey(workflow('sequential', condition('check', [['yes']], ['no']), manual('yes'), manual('no')))
  run.at('check', { t: 'error', code: 'expr_error', text: 'amount is not set' })
  expect(run.told('fail')).toEqual([
    { c: 'fail', step: 'check', round: 1, code: 'expr_error', text: 'amount is not set' },
  ])
  expect(run.branch('check', 'b0').dropped).toBe('stale')
  expect(run.retry('check').told('decide')).toEqual([{ c: 'decide', step: 'check', round: 1 }])
  run.at('check', { t: 'error', code: 'expr_error', text: 'amount is not set' })
  expect(run.override('check', 'else').open).toEqual(['no'])
})
