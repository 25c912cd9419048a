import { approval, choice, decision, field, named, optional, role, starter, task, template } from './parts.ts'

export const leaveRequest = template(
  {
    id: 'leave-request',
    name: 'Leave request',
    prefix: 'LEAVE',
    description:
      'Asks for leave, has the manager decide within days, checks longer leave twice, and enters it into the calendar.',
    type: 'sequential',
    category: 'hr',
    tags: ['leave', 'holiday', 'absence'],
  },
  {},
  task('ask', 'Ask for leave', ['kind'], {
    assignee: starter,
    fields: [
      choice('leave_kind', 'Kind', ['Holiday', 'Sick leave', 'Parental leave', 'Unpaid leave', 'Other']),
      field('date', 'from_day', 'First day'),
      field('date', 'to_day', 'Last day'),
      field('person', 'decider', 'Who decides'),
      optional(field('person', 'stand_in', 'Stand-in')),
      optional(field('textarea', 'leave_note', 'Note')),
      field('file', 'certificate', 'Certificate', { required: false, show_if: 'vars.leave_kind == "sick_leave"' }),
    ],
  }),
  decision(
    'kind',
    'What needs to happen?',
    [
      ['Sick leave', 'vars.leave_kind == "sick_leave"', ['enter']],
      ['More than ten working days', 'businessDaysBetween(addDays(vars.from_day, -1), vars.to_day) > 10', ['both']],
    ],
    ['manager'],
  ),
  approval('manager', 'Decide as manager', ['enter'], [named('decider')], {
    due: { in: '2bd' },
    escalation: [
      { from: 'due', after: '-1d', act: 'remind' },
      { from: 'due', after: '2d', act: 'reassign', to: role('Admin') },
    ],
    output: { decision: 'leave_decision', comment: 'leave_comment' },
  }),
  approval('both', 'Decide on longer leave', ['enter'], [named('decider'), role('Owner')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '5bd' },
    escalation: [{ from: 'due', after: '-1d', act: 'remind' }],
    on_changes: { next: ['ask'] },
  }),
  task('enter', 'Enter it into the calendar', ['ready'], {
    assignee: role('Admin'),
    due: { in: '1bd' },
    fields: [field('number', 'days_taken', 'Days taken', { min: 0 }), field('number', 'days_left', 'Days left')],
  }),
  decision(
    'ready',
    'Is there time for a handover?',
    [['Yes', 'daysBetween(today, vars.from_day) > 3', ['handover']]],
    ['tell'],
  ),
  task('handover', 'Hand over open work', ['tell'], {
    assignee: starter,
    due: { date: 'addBusinessDays(vars.from_day, -1)' },
    fields: [field('textarea', 'open_work', 'What is open and who takes it')],
  }),
  task('tell', 'Tell the team', [], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [field('checkbox', 'team_told', 'The team knows')],
    end_outcome: 'granted',
  }),
)
