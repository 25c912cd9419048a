import { choice, decision, field, named, optional, pause, reminders, role, starter, task, template } from './parts.ts'

export const employeeOffboarding = template(
  {
    id: 'employee-offboarding',
    name: 'Employee offboarding',
    prefix: 'OFF',
    description:
      'Hands over work, takes back equipment, closes accounts on the last day, and settles pay and paperwork.',
    type: 'parallel',
    category: 'hr',
    tags: ['employee', 'offboarding', 'handover', 'access'],
  },
  {
    start_fields: [
      field('text', 'leaver_name', 'Who leaves'),
      field('date', 'last_day', 'Last day'),
      field('person', 'leaver_manager', 'Manager'),
      choice('reason', 'Reason', ['Own wish', 'End of contract', 'Dismissal', 'Retirement']),
    ],
    due: { date: 'addBusinessDays(vars.last_day, 10)' },
  },
  task('announce', 'Agree how it is announced', ['handover', 'equipment_back', 'leave_balance', 'last_day_comes'], {
    assignee: named('leaver_manager'),
    due: { in: '2bd' },
    fields: [field('textarea', 'announcement', 'Announcement'), optional(field('date', 'announce_on', 'Announce on'))],
  }),
  task('handover', 'Hand over the work', ['handover_check'], {
    assignee: named('leaver_manager'),
    due: { date: 'addBusinessDays(vars.last_day, -5)' },
    escalation: reminders,
    fields: [
      field('table', 'handover_list', 'What goes to whom', {
        columns: [
          field('text', 'what', 'What'),
          field('text', 'to_whom', 'To whom'),
          optional(field('text', 'where', 'Where it is')),
        ],
      }),
    ],
  }),
  task('handover_check', 'Confirm each handover', ['close_accounts'], {
    assignee: named('leaver_manager'),
    each: { list: 'vars.handover_list', order: 'at_once', until: 'all' },
    fields: [field('checkbox', 'taken_over', 'Taken over')],
  }),
  task('equipment_back', 'Take back equipment and keys', ['final_pay'], {
    assignee: role('Member'),
    due: { date: 'vars.last_day' },
    escalation: reminders,
    fields: [
      field('checkbox', 'all_back', 'Everything is back'),
      optional(field('textarea', 'missing', 'What is missing')),
    ],
  }),
  task('leave_balance', 'Work out leave and overtime', ['final_pay'], {
    assignee: role('Admin'),
    due: { date: 'addBusinessDays(vars.last_day, -3)' },
    fields: [
      field('number', 'leave_days_left', 'Days of leave left'),
      field('number', 'overtime_hours', 'Hours of overtime'),
    ],
  }),
  pause('last_day_comes', 'Until the last day', ['close_accounts'], { until: 'vars.last_day' }),
  task('close_accounts', 'Close all accounts', ['exit_talk'], {
    assignee: role('Admin'),
    priority: 'urgent',
    due: { in: '4h' },
    escalation: [
      { from: 'open', after: '2h', act: 'remind' },
      { from: 'due', after: '1h', act: 'reassign', to: role('Owner') },
    ],
    fields: [
      field('checkbox', 'accounts_closed', 'All accounts closed'),
      field('checkbox', 'mail_forwarded', 'Mail is forwarded'),
    ],
  }),
  decision(
    'exit_talk',
    'Is there an exit talk?',
    [['Own wish or retirement', 'vars.reason in ["own_wish", "retirement"]', ['talk']]],
    ['final_papers'],
  ),
  task('talk', 'Hold the exit talk', ['final_papers'], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('textarea', 'exit_notes', 'What we can learn')],
  }),
  task('final_pay', 'Prepare the final pay', ['final_papers'], {
    assignee: role('Admin'),
    due: { date: 'addBusinessDays(vars.last_day, 3)' },
    fields: [field('currency', 'final_amount', 'Final amount'), field('file', 'final_payslip', 'Payslip')],
  }),
  task('final_papers', 'Send reference and papers', [], {
    assignee: starter,
    due: { in: '5bd' },
    fields: [field('file', 'reference_letter', 'Reference'), field('checkbox', 'papers_sent', 'Papers sent')],
    end_outcome: 'offboarded',
  }),
)
