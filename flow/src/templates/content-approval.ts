import {
  approval,
  choice,
  decision,
  field,
  optional,
  pause,
  reminders,
  role,
  starter,
  task,
  template,
} from './parts.ts'

export const contentApproval = template(
  {
    id: 'content-approval',
    name: 'Content approval',
    prefix: 'CNT',
    description:
      'From brief to publication: text and images are created side by side, edited, approved by brand and legal, and reviewed afterward.',
    type: 'parallel',
    category: 'marketing',
    tags: ['content', 'marketing', 'publishing', 'review'],
  },
  { due: { in: '20bd' } },
  task('brief', 'Write the brief', ['text', 'pictures'], {
    assignee: starter,
    due: { in: '2bd' },
    fields: [
      field('text', 'working_title', 'Working title'),
      choice('channel', 'Channel', ['Blog', 'Newsletter', 'Social media', 'Press release']),
      field('textarea', 'audience', 'Audience and aim'),
      field('date', 'publish_on', 'Publish on'),
      field('person', 'author', 'Author'),
      field('checkbox', 'makes_claims', 'Makes claims about products or figures'),
    ],
  }),
  task('text', 'Write the text', ['edit'], {
    assignee: { expr: 'vars.author' },
    due: { date: 'addBusinessDays(vars.publish_on, -8)' },
    escalation: reminders,
    fields: [field('file', 'manuscript', 'Text'), optional(field('url', 'sources', 'Sources'))],
  }),
  task('pictures', 'Make the pictures', ['edit'], {
    assignee: role('Member'),
    due: { date: 'addBusinessDays(vars.publish_on, -7)' },
    fields: [field('file', 'picture_files', 'Pictures'), field('checkbox', 'rights_cleared', 'Rights are cleared')],
  }),
  task('edit', 'Edit and lay out', ['brand', 'law'], {
    assignee: role('Member'),
    due: { date: 'addBusinessDays(vars.publish_on, -5)' },
    fields: [field('file', 'layout', 'Layout'), field('text', 'final_title', 'Title')],
  }),
  approval('brand', 'Approve tone and look', ['schedule'], [role('Manager')], {
    due: { in: '2bd' },
    escalation: reminders,
    on_changes: { next: ['edit'] },
    on_reject: { next: ['edit'] },
  }),
  decision('law', 'Does it make claims?', [['Yes', 'vars.makes_claims', ['legal_check']]], ['schedule']),
  approval('legal_check', 'Check the claims', ['schedule'], [role('Admin'), role('Owner')], {
    due: { in: '3bd' },
    escalation: reminders,
    on_changes: { next: ['edit'] },
    on_reject: { next: ['edit'] },
  }),
  task('schedule', 'Schedule it', ['publishing_day'], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [field('text', 'slot', 'Time and place')],
  }),
  pause('publishing_day', 'Until the day of publishing', ['publish'], { until: 'vars.publish_on' }),
  task('publish', 'Publish', ['look_back'], {
    assignee: starter,
    priority: 'high',
    due: { in: '1d' },
    fields: [field('url', 'published_link', 'Link')],
  }),
  pause('look_back', 'Wait two weeks', ['results'], { for: '2w' }),
  task('results', 'Look back', [], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [
      field('number', 'readers', 'Readers', { min: 0 }),
      optional(field('textarea', 'lessons', 'What we learned')),
    ],
    end_outcome: 'published',
  }),
)
