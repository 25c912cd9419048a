import { expect, test } from 'vitest'
import { ana, queued, row } from '../testing/sample-tasks.ts'
import { fitsAny, offered } from './tasks-bulk.tsx'

const approval = row(1, 'x', { task_type: 'approval', assignee: null, assigned_to: null, mine: 'approver' })

test.each([
  ['claim', queued(1, 'x'), true],
  ['claim', row(1, 'x', { assignee: null, assigned_to: null, mine: null }), true],
  ['claim', queued(1, 'x', { mine: null }), false],
  ['claim', row(1, 'x'), false],
  ['complete', row(1, 'x'), true],
  ['complete', queued(1, 'x'), true],
  ['complete', row(1, 'x', { mine: null, assignee: ana, assigned_to: 'ana' }), false],
  ['complete', approval, false],
  ['approve', approval, true],
  ['approve', { ...approval, mine: null }, false],
  ['release', row(1, 'x', { queue: queued(1, 'x').queue, state: 'in_progress' }), true],
  ['retry', row(1, 'x', { state: 'failed' }), true],
  ['priority', row(1, 'x', { state: 'completed' }), false],
] as const)('%s', (act, task, fits) => {
  expect(fitsAny(act, [task])).toBe(fits)
})

test('what is rare is offered only where it fits, the rest always', () => {
  expect(offered([row(1, 'x')])).toEqual(['assign', 'priority', 'due', 'complete'])
  expect(offered([approval, queued(2, 'y')])).toEqual(['claim', 'assign', 'priority', 'due', 'complete', 'approve'])
})
