import { expect, test } from 'vitest'
import { isNarrowed, statusesIn } from './filter-of.ts'
import { tasksSearch } from './tasks-search.ts'

const ID = '0198f3a0-0000-7000-8000-000000000501'

test('what an address says is kept, in one spelling', () => {
  expect(
    tasksSearch({
      view: 'board',
      status: 'completed,pending',
      priority: 'low,urgent',
      type: 'query',
      workflow: ID,
      assignee: 'maya',
      q: 2026,
      sort: 'title',
      order: 'desc',
      queue: 'mine',
      taskId: ID,
    }),
  ).toEqual({
    view: 'board',
    status: 'pending,completed',
    priority: 'urgent,low',
    type: 'query',
    workflow: ID,
    assignee: 'maya',
    q: '2026',
    sort: 'title',
    order: 'desc',
    queue: 'mine',
    taskId: ID,
  })
})

test('what goes without saying, and what nobody understands, is left out', () => {
  expect(
    tasksSearch({
      view: 'map',
      status: 'pending,in_progress,review,overdue',
      priority: 'urgent,high,medium,low',
      type: 'all',
      workflow: '1',
      sort: 'dueDate',
      order: 'asc',
      queue: 'theirs',
      taskId: 'x',
    }),
  ).toEqual({})
})

test('completed tasks are shown only where they are asked for', () => {
  expect(statusesIn({})).toEqual(['pending', 'in_progress', 'review', 'overdue'])
  expect(statusesIn({ status: 'completed' })).toEqual(['completed'])
})

test('an order or an open task narrows nothing', () => {
  expect(isNarrowed(tasksSearch({ sort: 'title', order: 'desc', taskId: ID, view: 'board' }))).toBe(false)
  expect(isNarrowed(tasksSearch({ priority: 'high' }))).toBe(true)
})
