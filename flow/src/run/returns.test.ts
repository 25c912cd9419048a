import { describe, expect, test } from 'vitest'
import { Journey } from '../testing/journey.ts'
import { approval, condition, manual, tool, wait, workflow } from '../testing/make.ts'

const onboarding = workflow(
  'parallel',
  manual('details', ['accounts', 'papers', 'first_day']),
  tool('accounts', ['welcome'], { on_failure: { next: ['accounts_by_hand'] } }),
  manual('accounts_by_hand', ['welcome']),
  manual('papers', ['contract']),
  approval('contract', ['welcome'], { rule: 'all', order: 'in_order', on_reject: { next: ['papers'] } }),
  wait('first_day', ['welcome']),
  manual('welcome'),
)

describe('returns', () => {
  test('a rejection begins a new round of what comes after its target and leaves other branches alone', () => {
    const run = new Journey(onboarding).done('details').at('first_day', { t: 'opened', until: 500 }).done('papers')
    run.asked('contract', 2).decide('contract', 0, 'reject')
    expect(run.state.round).toEqual({ papers: 2, contract: 2, welcome: 2 })
    expect(run.told('open')).toEqual([{ c: 'open', step: 'papers', round: 2, from: ['contract'] }])
    expect(run.open).toEqual(['accounts', 'papers', 'first_day'])
    expect(run.done('papers', 1).dropped).toBe('late')

    run.result('accounts', false).done('papers').asked('contract', 2)
    run.decide('contract', 0, 'approve').decide('contract', 1, 'approve').tick(500)
    expect([run.open, run.waiting]).toEqual([['accounts_by_hand'], ['welcome']])
    run.done('accounts_by_hand')
    expect(run.told('open').map(({ step, round }) => [step, round])).toEqual([['welcome', 2]])
    expect(run.done('welcome').state.status).toBe('completed')
  })

  test('closes what is open after the target and stops its calls', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('write', ['send', 'ask']),
        tool('send', ['file']),
        approval('ask', ['file'], { on_reject: { next: ['write'] } }),
        manual('file'),
      ),
    )
    run.done('write').asked('ask', 1).decide('ask', 0, 'reject')
    expect(run.commands).toEqual([
      { c: 'close', step: 'ask', round: 1, outcome: 'rejected' },
      { c: 'close', step: 'send', round: 1, why: 'returned' },
      { c: 'uncall', step: 'send', round: 1 },
      { c: 'open', step: 'write', round: 2, from: ['ask'] },
    ])
    expect(run.done('write').told('call')).toEqual([{ c: 'call', step: 'send', round: 2, attempt: 1, key: 'send:2' }])
  })

  test('keeps the finished work of a sibling outside', () => {
    const run = new Journey(
      workflow(
        'parallel',
        manual('start', ['draft', 'figures']),
        manual('draft', ['check']),
        approval('check', ['publish'], { on_reject: { next: ['draft'] } }),
        manual('figures', ['publish']),
        manual('publish'),
      ),
    )
    run.done('start').done('figures').done('draft').asked('check', 1).decide('check', 0, 'reject')
    expect(run.state.wait).toEqual({ publish: ['figures'] })
    run.done('draft').asked('check', 1).decide('check', 0, 'approve')
    expect(run.told('open')).toEqual([{ c: 'open', step: 'publish', round: 2, from: ['figures', 'check'] }])
  })

  test('more than a thousand returns stop at an incident; a retry carries the held one out and allows a hundred', () => {
    const run = new Journey(workflow('sequential', manual('ask', ['again']), condition('again', [['ask']], [])))
    const turnRound = () => run.done('ask').branch('again', 'b0')
    for (let n = 0; n < 1000; n++) turnRound()
    expect(run.open).toEqual(['ask'])
    turnRound()
    expect(run.told('fail')).toEqual([{ c: 'fail', step: 'again', round: 1001, code: 'loop_limit' }])
    run.retry('again')
    expect(run.told('open')).toEqual([{ c: 'open', step: 'ask', round: 1002, from: ['again'] }])
    for (let n = 0; n < 99; n++) turnRound()
    expect(run.open).toEqual(['ask'])
    expect(turnRound().open).toEqual(['again'])
    expect(run.override('again', 'else').state.status).toBe('completed')
  })
})
