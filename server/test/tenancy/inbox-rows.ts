import { type Rows, uuid } from './sample-ids.ts'

interface Named {
  tenant: string
  member: string
  workflow: string
  message: string
  asked: string
}

/** What somebody is told, and how they want it. */
export function inboxRows(letter: string, names: Named): Rows {
  const { tenant: tenant_id, member: member_id, workflow, message, asked } = names
  const own = { tenant_id, member_id }
  const by_default = { inbox: false, email: 'off', desktop: false }
  return [
    ['inboxes', own],
    ['test_calls', { ...own, id: uuid(letter, 27), call: '{}' }],
    ['exports', { ...own, list: 'tasks', filter: {}, expires_at: new Date(0) }],
    ['reports', { tenant_id, id: uuid(letter, 61), title: letter, query: 'select 1', created_by: member_id }],
    [
      'report_runs',
      { ...own, report_id: uuid(letter, 61), query: 'select 1', parameters: '[]', bytes: 7, expires_at: new Date(0) },
    ],
    ['message_labels', { ...own, label: letter, name: letter, color: '#4f46e5' }],
    [
      'messages',
      {
        ...own,
        id: message,
        thing_id: asked,
        task_id: asked,
        type: 'task_assigned',
        kind: 'assigned',
        family: 'task',
        because: 'assignee',
        title: letter,
        news_no: 1,
        needs_you: true,
      },
    ],
    ['read_marks', { ...own, label: 'inbox', read_upto: 0 }],
    ['message_news', { ...own, message_id: message, type: 'task_assigned', kind: 'assigned', body: '' }],
    ['fan_outs', { tenant_id, task_id: uuid(letter, 16) }],
    ['notification_choices', { ...own, kind: 'mention', ...by_default }],
    ['notification_defaults', { tenant_id, kind: 'shared', ...by_default }],
    ['notification_hours', own],
    ['follows', { ...own, workflow_id: workflow, level: 'muted' }],
    ['inbox_wants', { tenant_id, by: new Date(0) }],
  ]
}

/** What is found by a word that all have. */
export function searchRows(letter: string, { tenant, asked }: Named): Rows {
  const of = { tenant_id: tenant, kind: 'task', entity_id: asked }
  const words = { head: "'tword':1A", tsv: "'tword'", content_hash: Buffer.from(letter), changed_at: new Date(0) }
  return [
    ['search_entries', { ...of, part: 0, title: 'A word', ...words }],
    ['search_pending', of],
    ['search_builds', { tenant_id: tenant, version: 0 }],
  ]
}
