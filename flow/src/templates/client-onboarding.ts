import {
  approval,
  choice,
  decision,
  field,
  named,
  optional,
  reminders,
  role,
  starter,
  task,
  template,
} from './parts.ts'

export const clientOnboarding = template(
  {
    id: 'client-onboarding',
    name: 'Client onboarding',
    prefix: 'CLI',
    description:
      'Takes a signed client from first details to the kickoff call. Checks, contract, accounts, and welcome run side by side.',
    type: 'parallel',
    category: 'customer-support',
    tags: ['client', 'onboarding', 'contract', 'kick-off'],
  },
  {
    start_fields: [
      field('text', 'client_name', 'Client'),
      field('email', 'contact_email', 'Contact e-mail'),
      choice('client_size', 'Size', ['Small', 'Medium', 'Large']),
      field('person', 'account_manager', 'Account manager'),
    ],
    due: { in: '15bd' },
  },
  task('details', 'Collect client details', ['risk', 'contract_draft', 'workspace'], {
    description: 'Everything the other branches need to begin.',
    instructions: 'Call the contact, note what they expect in the first month, and ask for the registration papers.',
    assignee: named('account_manager'),
    due: { in: '2bd' },
    escalation: reminders,
    fields: [
      field('text', 'legal_name', 'Legal name'),
      field('textarea', 'billing_address', 'Billing address'),
      optional(field('text', 'vat_number', 'VAT number')),
      field('textarea', 'first_month_goals', 'Goals of the first month'),
      field('file', 'registration_papers', 'Registration papers'),
    ],
  }),
  decision(
    'risk',
    'Does this client need a check?',
    [['Large client', 'vars.client_size == "large"', ['risk_check']]],
    ['risk_note'],
  ),
  task('risk_check', 'Check credit and references', ['risk_approval'], {
    assignee: role('Manager'),
    due: { in: '3bd' },
    fields: [
      choice('credit_rating', 'Credit rating', ['Good', 'Fair', 'Poor']),
      field('textarea', 'risk_findings', 'Findings'),
    ],
  }),
  approval('risk_approval', 'Accept the risk', ['kick_off'], [role('Owner')], {
    due: { in: '2bd' },
    escalation: [{ from: 'due', after: '1d', act: 'remind' }],
    on_reject: { end: 'declined' },
    on_changes: { next: ['risk_check'] },
  }),
  task('risk_note', 'Note the standard check', ['kick_off'], {
    assignee: named('account_manager'),
    due: { in: '2bd' },
    fields: [field('checkbox', 'standard_check_done', 'Standard check done')],
  }),
  task('contract_draft', 'Prepare the contract', ['contract_review'], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('file', 'contract_file', 'Contract'), field('currency', 'monthly_fee', 'Monthly fee', { min: 0 })],
  }),
  approval('contract_review', 'Approve the contract', ['contract_signed'], [role('Manager'), role('Owner')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '2bd' },
    escalation: reminders,
    on_reject: { next: ['contract_draft'] },
  }),
  task('contract_signed', 'Have the contract signed', ['kick_off'], {
    assignee: named('account_manager'),
    due: { in: '5bd' },
    fields: [field('file', 'signed_contract', 'Signed contract'), field('date', 'starts_on', 'Contract starts on')],
  }),
  task('workspace', 'Set up accounts and folders', ['kick_off'], {
    assignee: role('Member'),
    due: { in: '3bd' },
    fields: [field('url', 'workspace_link', 'Link to the workspace')],
  }),
  task('kick_off', 'Hold the kick-off call', ['follow_up'], {
    assignee: named('account_manager'),
    priority: 'high',
    due: { date: 'addBusinessDays(vars.starts_on, 3)' },
    fields: [field('textarea', 'kick_off_notes', 'Notes'), field('date', 'first_review_on', 'First review on')],
  }),
  task('follow_up', 'Ask how the first month went', [], {
    assignee: named('account_manager'),
    due: { date: 'vars.first_review_on' },
    fields: [
      field('number', 'satisfaction', 'Satisfaction, 1 to 10', { min: 1, max: 10 }),
      optional(field('textarea', 'feedback', 'Feedback')),
    ],
    end_outcome: 'onboarded',
  }),
)
