import { approval, decision, field, named, optional, reminders, role, task, template } from './parts.ts'

export const monthEndClose = template(
  {
    id: 'month-end-close',
    name: 'Month-end close',
    prefix: 'CLOSE',
    description:
      'Closes the books: banks, receivables, payables, and payroll are reconciled at the same time, then reviewed and locked.',
    type: 'parallel',
    category: 'finance',
    tags: ['accounting', 'month-end', 'reconciliation'],
  },
  {
    start_fields: [
      field('date', 'period_end', 'Last day of the period'),
      field('person', 'closer', 'Who leads the close'),
      optional(field('textarea', 'known_issues', 'Known issues')),
    ],
    due: { date: 'addBusinessDays(vars.period_end, 8)' },
  },
  task('cut_off', 'Confirm the cut-off', ['bank', 'receivables', 'payables', 'payroll', 'stock'], {
    assignee: named('closer'),
    instructions: 'Make sure that every invoice and receipt of the period is entered before the others begin.',
    due: { date: 'addBusinessDays(vars.period_end, 1)' },
    fields: [field('checkbox', 'cut_off_done', 'All documents of the period are in')],
  }),
  task('bank', 'Reconcile bank accounts', ['accruals'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    escalation: reminders,
    fields: [
      field('table', 'accounts', 'Accounts', {
        columns: [
          field('text', 'account', 'Account'),
          field('currency', 'book_balance', 'Balance in the books'),
          field('currency', 'bank_balance', 'Balance at the bank'),
        ],
      }),
    ],
  }),
  task('receivables', 'Review open receivables', ['accruals'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [
      field('currency', 'open_receivables', 'Open receivables'),
      field('currency', 'doubtful', 'Of these doubtful'),
    ],
  }),
  task('payables', 'Review open payables', ['accruals'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [field('currency', 'open_payables', 'Open payables')],
  }),
  task('payroll', 'Post payroll', ['accruals'], {
    assignee: role('Admin'),
    due: { in: '2bd' },
    fields: [field('currency', 'payroll_total', 'Payroll total'), field('file', 'payroll_report', 'Payroll report')],
  }),
  task('stock', 'Count stock where there is any', ['accruals'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [field('currency', 'stock_value', 'Stock value', { min: 0 })],
  }),
  task('accruals', 'Book accruals and depreciation', ['difference'], {
    assignee: named('closer'),
    due: { in: '1bd' },
    fields: [field('currency', 'accruals_total', 'Accruals'), field('file', 'trial_balance', 'Trial balance')],
  }),
  decision(
    'difference',
    'Do all accounts agree?',
    [
      [
        'Some differ',
        'vars.accounts.exists(a, round(double(a.book_balance) - double(a.bank_balance), 2) != 0.0)',
        ['explain'],
      ],
    ],
    ['review'],
  ),
  task('explain', 'Explain the differences', ['review'], {
    assignee: named('closer'),
    due: { in: '1bd' },
    fields: [field('textarea', 'explanation', 'What differs and why')],
  }),
  approval('review', 'Review the close', ['report'], [role('Manager'), role('Owner')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '2bd' },
    escalation: reminders,
    on_changes: { next: ['accruals'] },
    on_reject: { next: ['cut_off'] },
  }),
  task('report', 'Send the report and lock the period', [], {
    assignee: named('closer'),
    priority: 'high',
    due: { in: '1bd' },
    fields: [field('file', 'monthly_report', 'Monthly report'), field('checkbox', 'locked', 'Period is locked')],
    end_outcome: 'closed',
  }),
)
