import { approval, choice, decision, field, optional, reminders, role, starter, task, template } from './parts.ts'

export const invoiceApproval = template(
  {
    id: 'invoice-approval',
    name: 'Invoice approval',
    prefix: 'INV',
    description:
      'Checks an incoming invoice against its order, asks as many people as the amount calls for, and records the payment.',
    type: 'sequential',
    category: 'finance',
    tags: ['invoice', 'payables', 'approval'],
  },
  { due: { in: '10bd' } },
  task('enter', 'Enter the invoice', ['matched'], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [
      field('text', 'vendor', 'Vendor'),
      field('text', 'invoice_number', 'Invoice number'),
      field('date', 'invoice_date', 'Invoice date'),
      field('date', 'pay_by', 'Pay by'),
      field('currency', 'amount', 'Amount', { min: 0 }),
      choice('matches_order', 'Matches the order', ['Yes', 'No', 'No order']),
      field('file', 'scan', 'Invoice'),
      optional(field('text', 'cost_centre', 'Cost centre')),
    ],
  }),
  decision('matched', 'Does it match the order?', [['Differs', 'vars.matches_order == "no"', ['clear_up']]], ['size']),
  task('clear_up', 'Clear up the difference with the vendor', ['size'], {
    assignee: starter,
    due: { in: '3bd' },
    escalation: reminders,
    fields: [field('textarea', 'difference_reason', 'What differed and what was agreed')],
  }),
  decision(
    'size',
    'How much is it?',
    [
      ['Over 10,000', 'vars.amount > 10000', ['board']],
      ['Over 1,000', 'vars.amount > 1000', ['manager']],
    ],
    ['lead'],
  ),
  approval('lead', 'Approve as team lead', ['pay'], [role('Manager')], { due: { in: '2bd' }, escalation: reminders }),
  approval('manager', 'Approve as manager and admin', ['pay'], [role('Manager'), role('Admin')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '3bd' },
    escalation: reminders,
    on_changes: { next: ['clear_up'] },
  }),
  approval('board', 'Two of three must approve', ['pay'], [role('Owner'), role('Admin'), role('Manager')], {
    rule: 2,
    due: { in: '3bd' },
    escalation: reminders,
    output: { decision: 'board_decision', comment: 'board_comment' },
    on_reject: { next: ['tell_vendor'] },
  }),
  task('tell_vendor', 'Tell the vendor that it is refused', [], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [field('textarea', 'refusal_text', 'What the vendor was told')],
    end_outcome: 'refused',
  }),
  task('pay', 'Pay and file', [], {
    assignee: role('Admin'),
    priority: 'high',
    due: { date: 'addBusinessDays(vars.pay_by, -1)' },
    fields: [
      field('date', 'paid_on', 'Paid on'),
      field('text', 'payment_reference', 'Payment reference'),
      optional(field('file', 'payment_proof', 'Proof of payment')),
    ],
    end_outcome: 'paid',
  }),
)
