import { expect, test } from 'vitest'
import type { Cancel } from '../plan.ts'
import { Journey } from '../testing/journey.ts'
import { approval, manual, tool, workflow } from '../testing/make.ts'
import { cancelledState } from './cancelled.ts'

const rejected = (cancel?: Cancel) => {
  const run = new Journey(
    workflow(
      'parallel',
      manual('start', ['outer', 'split']),
      manual('outer', ['end']),
      manual('split', ['ask', 'print', 'pack']),
      approval('ask', ['ship'], { on_reject: { next: ['tell'], ...(cancel && { cancel }) } }),
      tool('print', ['ship']),
      manual('pack', ['ship']),
      manual('ship', ['end']),
      manual('tell', ['end']),
      manual('end'),
    ),
  )
  return run.done('start').done('split').done('pack').asked('ask', 1).decide('ask', 0, 'reject')
}

test('a rejection closes the steps beside it, forgets their arrivals and lets other branches go on', () => {
  const run = rejected()
  expect(run.commands).toEqual([
    { c: 'close', step: 'ask', round: 1, outcome: 'rejected' },
    { c: 'close', step: 'print', round: 1, why: 'sibling' },
    { c: 'uncall', step: 'print', round: 1 },
    { c: 'open', step: 'tell', round: 1, from: ['ask'] },
  ])
  expect([run.open, run.waiting]).toEqual([['outer', 'tell'], []])
  expect(run.at('print', { t: 'result', ok: true, attempt: 1 }, 1).dropped).toBe('late')
  expect(run.done('tell').done('outer').open).toEqual(['end'])
})

test('a route that cancels nothing leaves the branches beside it', () => {
  expect(rejected('none').open).toEqual(['outer', 'print', 'tell'])
})

test('a route that cancels everything leaves only its own target', () => {
  expect(rejected('all').open).toEqual(['tell'])
})

test('without the plan an instance is cancelled to the same state', () => {
  const run = new Journey(
    workflow('parallel', manual('m', ['t', 'e']), tool('t', ['j']), manual('e', ['j']), manual('j')),
  )
  const before = run.done('m').done('e').state
  expect(cancelledState(before)).toEqual(run.send({ at: 1, t: 'cancel', by: 'ana', reason: '' }).state)
})
