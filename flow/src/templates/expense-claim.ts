import { approval, decision, field, optional, reminders, role, starter, task, template } from './parts.ts'

export const expenseClaim = template(
  {
    id: 'expense-claim',
    name: 'Expense claim',
    prefix: 'EXP',
    description:
      'Collects receipts line by line, approves by amount, asks back where a receipt is missing, and pays out.',
    type: 'sequential',
    category: 'finance',
    tags: ['expenses', 'travel', 'receipts'],
  },
  { due: { in: '15bd' } },
  task('claim', 'Enter the expenses', ['complete'], {
    assignee: starter,
    instructions: 'One line per receipt. Leave the receipt out only if it was lost, and say so.',
    fields: [
      field('text', 'occasion', 'Occasion'),
      field('date', 'spent_from', 'From'),
      field('date', 'spent_to', 'To'),
      field('table', 'lines', 'Receipts', {
        columns: [
          field('date', 'day', 'Day'),
          field('text', 'what', 'What'),
          field('currency', 'sum', 'Amount', { min: 0 }),
          field('checkbox', 'has_receipt', 'Receipt attached'),
        ],
      }),
      field('file', 'receipts', 'Receipts'),
    ],
  }),
  decision(
    'complete',
    'Is every receipt there?',
    [['One is missing', 'vars.lines.exists(l, l.has_receipt == false)', ['explain']]],
    ['total'],
  ),
  task('explain', 'Explain the missing receipt', ['total'], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('textarea', 'missing_reason', 'What happened')],
  }),
  decision(
    'total',
    'How much is it?',
    [
      ['Over 2,000', 'sum(vars.lines.map(l, double(l.sum))) > 2000.0', ['two_approve']],
      ['Under 50', 'sum(vars.lines.map(l, double(l.sum))) < 50.0', ['check']],
    ],
    ['manager'],
  ),
  approval('manager', 'Approve the expenses', ['check'], [role('Manager')], {
    due: { in: '3bd' },
    escalation: reminders,
    on_changes: { next: ['claim'] },
    on_reject: { next: ['talk'] },
    output: { comment: 'manager_comment' },
  }),
  approval('two_approve', 'Two must approve', ['check'], [role('Manager'), role('Owner')], {
    rule: 'all',
    due: { in: '3bd' },
    escalation: reminders,
    on_reject: { next: ['talk'] },
  }),
  task('talk', 'Tell the person why', [], {
    assignee: role('Manager'),
    due: { in: '2bd' },
    fields: [field('textarea', 'refusal_reason', 'Reason')],
    end_outcome: 'refused',
  }),
  task('check', 'Check and book', ['pay_out'], {
    assignee: role('Admin'),
    due: { in: '2bd' },
    fields: [
      field('currency', 'booked_amount', 'Amount booked', { min: 0 }),
      optional(field('text', 'cost_centre', 'Cost centre')),
    ],
  }),
  task('pay_out', 'Pay out', [], {
    assignee: role('Admin'),
    due: { in: '5bd' },
    escalation: reminders,
    fields: [field('date', 'paid_on', 'Paid on')],
    end_outcome: 'paid',
  }),
)
