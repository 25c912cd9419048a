import type { BoardColumn, Task, TaskRow } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { ana, jonas, queued, row, whole } from '../testing/sample-tasks.ts'
import { columnOf, moveOf, type WholeTask } from './moves.ts'
import { wholeTaskOf } from './use-move.ts'

const worker = { canWork: true }

/** The act, or '✕' with the reason. */
const said = (task: TaskRow, column: BoardColumn, known?: WholeTask) => {
  const move = moveOf(task, column, worker, known)
  return move.kind === 'act' ? move.act : move.kind === 'here' ? 'here' : `✕ ${move.why}`
}

const mine = row(1, 'Code expenses')
const started = row(1, 'Code expenses', { state: 'in_progress' })
const waiting = queued(1, 'Enter invoice')
const taken = row(1, 'Enter invoice', { state: 'in_progress', queue: waiting.queue })
const reviewed = row(1, 'Code expenses', { state: 'in_progress', reviewer: 'jonas', reviewer_person: jonas })
const inReview = row(1, 'Code expenses', {
  state: 'review',
  reviewer: 'jonas',
  reviewer_person: jonas,
  mine: 'reviewer',
})
const theirs = row(1, 'Code expenses', { assignee: ana, assigned_to: 'ana', mine: null })
const late = row(1, 'Code expenses', { state: 'in_progress', status: 'overdue' })
const approval = row(1, 'Approve it', { task_type: 'approval', assignee: null, assigned_to: null, mine: 'approver' })
const question = row(1, 'Which account?', { task_type: 'query' })
const tool = row(1, 'Send mail', { task_type: 'automated', assignee: null, assigned_to: null, mine: null })
const failed = row(1, 'Send mail', { ...tool, state: 'failed', status: 'failed' })
const done = row(1, 'Code expenses', { state: 'completed' })

test.each<[string, BoardColumn, TaskRow, string]>([
  ['one’s own', 'pending', mine, 'here'],
  ['one’s own', 'in_progress', mine, 'start'],
  ['one’s own', 'completed', mine, 'complete'],
  ['one’s own', 'review', mine, '✕ It has no reviewer, so it can’t wait for review.'],
  ['one’s own', 'overdue', mine, '✕ Set by the due date.'],
  ['a started one', 'completed', started, 'complete'],
  ['a started one', 'pending', started, '✕ It was assigned to you directly, so it has no queue to go back to.'],
  ['one from a queue', 'in_progress', waiting, 'claim'],
  ['one from a queue', 'completed', waiting, 'complete'],
  [
    'one of another queue',
    'in_progress',
    { ...waiting, mine: null },
    '✕ It’s in the Finance queue, and you can’t claim from that queue.',
  ],
  ['a claimed one', 'pending', taken, 'release'],
  ['one with a reviewer', 'review', reviewed, 'send'],
  ['one with a reviewer', 'completed', reviewed, '✕ Jonas Weber must review it before it’s completed.'],
  ['one to review', 'completed', inReview, 'pass'],
  ['one to review', 'in_progress', inReview, '✕ Sending it back requires a comment. Do that in the task.'],
  ['one to review', 'pending', inReview, '✕ Sending it back requires a comment. Do that in the task.'],
  ['one that another reviews', 'completed', { ...inReview, mine: 'assignee' }, '✕ Jonas Weber is reviewing it.'],
  ['someone else’s', 'in_progress', theirs, '✕ It’s assigned to Ana Sousa. Only they can do that.'],
  ['someone else’s', 'completed', theirs, '✕ It’s assigned to Ana Sousa. Only they can do that.'],
  ['nobody’s', 'in_progress', { ...theirs, assignee: null, assigned_to: null }, 'claim'],
  ['nobody’s', 'completed', { ...theirs, assignee: null, assigned_to: null }, 'complete'],
  ['an overdue one', 'overdue', late, 'here'],
  ['an overdue one', 'pending', late, '✕ It stays overdue until it’s completed or its due date changes.'],
  ['an overdue one', 'in_progress', late, '✕ It stays overdue until it’s completed or its due date changes.'],
  ['an overdue one', 'completed', late, 'complete'],
  ['an overdue one with a reviewer', 'review', { ...reviewed, status: 'overdue' }, 'send'],
  ['an overdue one in review', 'completed', { ...inReview, status: 'overdue' }, 'pass'],
  ['an approval', 'in_progress', approval, '✕ Approvals are decided, not started.'],
  ['an approval', 'completed', approval, '✕ Approve it, reject it, or request changes in the task.'],
  ['an approval of others', 'completed', { ...approval, mine: null }, '✕ Other people decide on it.'],
  ['a question', 'in_progress', question, '✕ Questions are answered, not started.'],
  ['a question', 'completed', question, '✕ Questions are completed by answering them. Do that in the task.'],
  ['an automation', 'in_progress', tool, '✕ Automations run on their own.'],
  ['an automation', 'completed', tool, '✕ Automations run on their own.'],
  ['a failed automation', 'pending', failed, 'here'],
  ['a failed automation', 'in_progress', failed, 'retry'],
  ['a failed automation', 'completed', failed, '✕ It failed. Retry or override it in the task.'],
  ['a completed one', 'pending', done, '✕ Completed tasks can’t be reopened.'],
  ['a completed one', 'in_progress', done, '✕ Completed tasks can’t be reopened.'],
])('%s to %s', (_, column, task, expected) => {
  expect(said(task, column)).toBe(expected)
})

test('whoever may only look moves nothing', () => {
  expect(moveOf(mine, 'completed', { canWork: false })).toMatchObject({
    kind: 'refused',
    why: 'You can view tasks here, but you can’t work on them.',
  })
})

const can = { complete: true, claim: true, release: true, review: true, retry: true }
const field = (name: string, label: string): Task['fields'][number] => ({ name, label, type: 'text', required: true })

test('answers that are missing are named, and the way leads to the form', () => {
  const task = whole(mine, can, { fields: [field('cost', 'Cost centre'), field('by', 'Approver')] })
  expect(moveOf(mine, 'completed', worker, wholeTaskOf(task))).toEqual({
    kind: 'refused',
    hint: 'Needs 2 answers first',
    why: '2 answers are missing: Cost centre and Approver.',
    open: 'form',
  })
  const answered = { ...task, answers: { cost: '4711', by: 'Ana' } }
  expect(said(mine, 'completed', wholeTaskOf(answered))).toBe('complete')
})

test('what the server says of the whole task stands above the row', () => {
  expect(said(mine, 'completed', wholeTaskOf(whole(mine, {})))).toBe('✕ You can’t do that right now.')
  const asked = whole(mine, can, { blocked_by: 'Ana Sousa has not answered a question yet.' })
  expect(said(mine, 'completed', wholeTaskOf(asked))).toBe('✕ Ana Sousa has not answered a question yet.')
  expect(said(mine, 'in_progress', wholeTaskOf(asked))).toBe('start')
})

test('a receiver that knows no keys and may have got it is asked about first', () => {
  const tool = { id: 'mail', name: 'E-mail', honours_keys: false }
  const attempt = (state: 'unknown' | 'failed') => ({
    key: 'k1',
    state,
    attempts: 1,
    problem: null,
    at: '2026-11-17T09:00:00Z',
  })
  const mail = whole(failed, can, { tool, attempts: [attempt('unknown')] })
  expect(said(failed, 'in_progress', wholeTaskOf(mail))).toBe('✕ A retry might do it twice. Decide that in the task.')
  const rejected = whole(failed, can, { tool, attempts: [attempt('failed')] })
  expect(said(failed, 'in_progress', wholeTaskOf(rejected))).toBe('retry')
})

test('what failed stands with what waits, what was cancelled nowhere', () => {
  expect(columnOf(failed)).toBe('pending')
  expect(columnOf(row(1, 'x', { state: 'cancelled' }))).toBeUndefined()
})
