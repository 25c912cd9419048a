import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { LiveFrame } from '@throughline/contracts/live'
import { expect, test } from 'vitest'
import { queriesOf } from './live-queries.ts'

const client = new QueryClient()
const known = (queryKey: QueryKey, data: unknown = []) => client.setQueryData(queryKey, data)

known(['tasks', 'list', { status: 'pending_only' }])
known(['tasks', 'list', { instance: 'i1' }])
known(['tasks', 'list', { instance: 'i2' }])
known(['tasks', 'counts'])
known(['tasks', 'one', 't1'], { id: 't1', workflow_instance: 'i1' })
known(['tasks', 'one', 't2'], { id: 't2', workflow_instance: 'i2' })
known(['comments', 'task', 't1'])
known(['comments', 'task', 't2'])
known(['comments', 'document', 'd1'])
known(['instances', 'list', {}])
known(['instances', 'of', { workflow: 'w2' }])
known(['instances', 'one', 'i1'], { id: 'i1', children: [] })
known(['instances', 'one', 'i1', 'files'])
known(['instances', 'one', 'i2'], { id: 'i2', children: [{ id: 'i1' }] })
known(['documents', 'newest'])
known(['documents', 'one', 'd1'], { id: 'd1', task_id: 't1', instance_id: 'i1', workflow_id: 'w1' })
known(['documents', 'one', 'd1', 'preview', 1])
known(['documents', 'one', 'd2'], { id: 'd2', task_id: null, instance_id: 'i2', workflow_id: 'w2' })
known(['uploads', 'one', 'd1', 'sent'])
known(['uploads', 'one', 'd2', 'sent'])
known(['workflows', 'list'])
known(['workflows', 'one', 'w1', 'draft'])
known(['workflows', 'one', 'w2', 'draft'])
known(['org', 'teams', 'o1', 'list'])

const reached = (frame: LiveFrame) =>
  queriesOf(frame, client).map(({ queryKey }) =>
    queryKey.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '),
  )

test('a task reaches itself, what shows its instance, and the lists that can show it', () => {
  expect(reached({ type: 'task.changed', id: 't1', instance: 'i1', workflow: 'w1' })).toEqual([
    'tasks list {"status":"pending_only"}',
    'tasks list {"instance":"i1"}',
    'tasks counts',
    'tasks one t1',
    'comments task t1',
    'instances one i1',
    'instances one i1 files',
    // It shows the instance as one that it has begun.
    'instances one i2',
    'documents newest',
    'documents one d1',
    'documents one d1 preview 1',
  ])
})

test('an instance reaches itself, the page of the one it was begun by, its files and the lists of its workflow', () => {
  expect(reached({ type: 'instance.turned', id: 'i1', workflow: 'w1' })).toEqual([
    'instances list {}',
    'instances one i1',
    'instances one i1 files',
    'instances one i2',
    'documents newest',
    'documents one d1',
    'documents one d1 preview 1',
  ])
})

test('a file reaches its own upload, comments and task, and no other file of another instance', () => {
  expect(reached({ type: 'document.changed', id: 'd1', task: 't1', instance: 'i1', workflow: 'w1' })).toEqual([
    'tasks one t1',
    'comments document d1',
    'instances one i1',
    'instances one i1 files',
    'instances one i2',
    'documents newest',
    'documents one d1',
    'documents one d1 preview 1',
    'uploads one d1 sent',
  ])
})

test('files are told of another name of their workflow', () => {
  expect(reached({ type: 'document.changed', id: 'w2' })).toEqual(['documents newest', 'documents one d2'])
})

test('a workflow reaches its own draft and the lists, a team the lists, an unknown subject nothing', () => {
  expect(reached({ type: 'workflow.draft', id: 'w1' })).toEqual(['workflows list', 'workflows one w1 draft'])
  expect(reached({ type: 'team.changed', id: 'x' })).toEqual(['org teams o1 list'])
  expect(reached({ type: 'template.changed', id: 'x' })).toEqual([])
})
