import { expect, test } from 'vitest'
import { auditData } from './audit-data.ts'

const SECRET = 'for your eyes only'

test.each([
  ['task.decided', { decision: 'approve', comment: SECRET }, { decision: 'approve' }],
  ['task.returned', { name: 'Check it', comment: SECRET }, { name: 'Check it' }],
  ['document.approved', { version: 2, comment: SECRET }, { version: 2 }],
  ['task.comment_changed', { comment: 'id', before: SECRET, after: SECRET }, { comment: 'id' }],
  ['instance.comment_removed', { comment: 'id', content: SECRET }, { comment: 'id' }],
  [
    'workflow.webhook_added',
    { name: 'Purchase', webhook: 'Orders', body: SECRET },
    { name: 'Purchase', webhook: 'Orders' },
  ],
  ['workflow.published', { name: 'Purchase', note: SECRET }, { name: 'Purchase' }],
  [
    'instance.changed',
    { before: { description: SECRET, priority: 'low' }, after: { description: SECRET, priority: 'high' } },
    { before: { priority: 'low' }, after: { priority: 'high' } },
  ],
  ['member.invited', { name: SECRET, after: { email: SECRET, role: 'Member' } }, { after: { role: 'Member' } }],
  ['an_act.of_an_unknown_area', { name: 'Known', text: SECRET }, { name: 'Known' }],
])('a row about %s keeps facts and no contents', (act, data, kept) => {
  expect(auditData(act, data)).toEqual(kept)
})
