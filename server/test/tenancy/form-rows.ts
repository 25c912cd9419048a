import { type Rows, uuid } from './sample-ids.ts'

/** A form in the trash, with a version. */
export const trashedForm = (letter: string) => uuid(letter, 31)

interface Named {
  tenant: string
  member: string
  team: string
  workflow: string
  hash: Buffer
}

/** A published form with a response that started nothing, and one in the trash. */
export function formRows(letter: string, { tenant: tenant_id, member, team, workflow, hash }: Named): Rows {
  const [form, trigger, submission] = [30, 32, 33].map((number) => uuid(letter, number))
  const of = { tenant_id, form_id: form }
  const version = {
    number: 1,
    hash: letter,
    content: {},
    compiled: {},
    changes: '[]',
    change_count: 0,
    authors: [member],
  }
  return [
    ['forms', { tenant_id, id: form, title: letter }],
    ['forms', { tenant_id, id: trashedForm(letter), title: 'Trash', deleted_at: new Date() }],
    ['form_versions', { tenant_id, form_id: trashedForm(letter), ...version }],
    ['form_access', { ...of, team_id: team }],
    ['form_drafts', { ...of, content: {} }],
    ['form_versions', { ...of, ...version }],
    ['form_banners', { ...of, object_key: letter, media_type: 'image/png', width: 1, height: 1 }],
    ['workflow_triggers', { ...of, id: trigger, workflow_id: workflow, field_mapping: {} }],
    [
      'form_submissions',
      {
        ...of,
        id: submission,
        version: 1,
        idem_key: letter,
        content_hash: hash,
        receipt: letter.repeat(8),
        answers: {},
        state: 'not_started',
      },
    ],
    [
      'submission_starts',
      { ...of, submission_id: submission, trigger_id: trigger, workflow_id: workflow, state: 'not_started' },
    ],
    ['submission_words', { ...of, word_key: letter, submission_id: submission }],
  ]
}

/** Of a tenant that has nothing but a response which was to be kept for a day. */
export function expiredResponse(): Rows {
  const tenant_id = uuid('3', 1)
  const form_id = uuid('3', 30)
  const version = { number: 1, hash: 'old', content: {}, compiled: {}, changes: '[]', change_count: 0, authors: [] }
  return [
    ['forms', { tenant_id, id: form_id, title: 'Old', retention_days: 1 }],
    ['form_versions', { tenant_id, form_id, ...version }],
    [
      'form_submissions',
      {
        tenant_id,
        form_id,
        version: 1,
        idem_key: 'old',
        content_hash: Buffer.from('old'),
        receipt: 'OLDOLDOLD',
        answers: {},
        state: 'received',
        received_at: new Date(0),
      },
    ],
  ]
}
