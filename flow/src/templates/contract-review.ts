import {
  approval,
  choice,
  decision,
  field,
  named,
  optional,
  pause,
  reminders,
  role,
  starter,
  task,
  template,
} from './parts.ts'

export const contractReview = template(
  {
    id: 'contract-review',
    name: 'Contract review',
    prefix: 'CON',
    description:
      'Takes a contract through legal, financial, and security review at once, then to signature, and reminds you before it expires.',
    type: 'parallel',
    category: 'documentation',
    tags: ['contract', 'legal', 'signature', 'renewal'],
  },
  { due: { in: '20bd' } },
  task('request', 'Hand in the contract', ['legal', 'money', 'data'], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [
      field('text', 'title', 'Title'),
      field('text', 'counterparty', 'Other party'),
      choice('contract_kind', 'Kind', ['Customer', 'Supplier', 'Employment', 'Confidentiality', 'Other']),
      field('currency', 'contract_value', 'Value', { min: 0 }),
      field('date', 'contract_starts', 'Starts on'),
      field('date', 'contract_ends', 'Ends on'),
      field('checkbox', 'personal_data', 'Personal data is handed over'),
      field('file', 'draft', 'Draft'),
      field('person', 'owner', 'Who looks after it'),
    ],
  }),
  task('legal', 'Review the terms', ['legal_ok'], {
    assignee: role('Admin'),
    due: { in: '4bd' },
    escalation: reminders,
    fields: [field('textarea', 'legal_remarks', 'Remarks'), choice('legal_risk', 'Risk', ['Low', 'Medium', 'High'])],
  }),
  approval('legal_ok', 'Accept the terms', ['final'], [role('Manager')], {
    due: { in: '2bd' },
    escalation: reminders,
    on_reject: { next: ['legal'] },
    on_changes: { next: ['legal'] },
  }),
  decision(
    'money',
    'Is the value high?',
    [['Over 50,000', 'vars.contract_value > 50000', ['finance_review']]],
    ['finance_note'],
  ),
  approval('finance_review', 'Approve the spending', ['final'], [role('Owner'), role('Admin')], {
    rule: 'all',
    due: { in: '3bd' },
    escalation: reminders,
    on_reject: { end: 'refused' },
  }),
  task('finance_note', 'Check the budget', ['final'], {
    assignee: role('Manager'),
    due: { in: '3bd' },
    fields: [field('checkbox', 'in_budget', 'It is in the budget')],
  }),
  decision('data', 'Is personal data handed over?', [['Yes', 'vars.personal_data', ['privacy']]], ['privacy_none']),
  task('privacy', 'Review data protection', ['final'], {
    assignee: role('Admin'),
    due: { in: '4bd' },
    fields: [
      field('file', 'processing_agreement', 'Processing agreement'),
      optional(field('textarea', 'privacy_remarks', 'Remarks')),
    ],
  }),
  task('privacy_none', 'Confirm that no personal data leaves', ['final'], {
    assignee: named('owner'),
    due: { in: '2bd' },
    fields: [field('checkbox', 'no_data_confirmed', 'Confirmed')],
  }),
  task('final', 'Prepare the final version', ['sign'], {
    assignee: named('owner'),
    due: { in: '2bd' },
    fields: [field('file', 'final_version', 'Final version')],
  }),
  task('sign', 'Have it signed by both', ['renewal'], {
    assignee: named('owner'),
    priority: 'high',
    due: { date: 'addBusinessDays(vars.contract_starts, -1)' },
    escalation: reminders,
    fields: [field('file', 'signed_copy', 'Signed copy'), field('date', 'signed_on', 'Signed on')],
  }),
  pause('renewal', 'Until 60 days before it ends', ['renew_or_end'], { until: 'addDays(vars.contract_ends, -60)' }),
  task('renew_or_end', 'Renew it or let it end', [], {
    assignee: named('owner'),
    due: { in: '10bd' },
    escalation: reminders,
    fields: [
      choice('renewal', 'What happens', ['Renewed', 'Ends', 'Renegotiated']),
      optional(field('textarea', 'renewal_note', 'Note')),
    ],
    end_outcome: 'looked_after',
  }),
)
