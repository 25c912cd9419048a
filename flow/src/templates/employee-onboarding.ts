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

export const employeeOnboarding = template(
  {
    id: 'employee-onboarding',
    name: 'Employee onboarding',
    prefix: 'ONB',
    description:
      'From the signed offer to the end of probation: paperwork, equipment, and accounts are ready on the first day.',
    type: 'parallel',
    category: 'hr',
    tags: ['employee', 'onboarding', 'equipment', 'probation'],
  },
  {
    start_fields: [
      field('text', 'person_name', 'Name'),
      field('email', 'private_email', 'Private e-mail'),
      field('text', 'job_title', 'Job title'),
      field('date', 'first_day', 'First day'),
      field('person', 'line_manager', 'Manager'),
      choice('work_place', 'Works', ['In the office', 'Remotely', 'Both']),
    ],
  },
  task('plan', 'Plan the first weeks', ['papers', 'equipment', 'accounts', 'buddy', 'day_before'], {
    assignee: named('line_manager'),
    due: { in: '3bd' },
    escalation: reminders,
    fields: [
      field('textarea', 'first_weeks', 'What happens in the first weeks'),
      field('table', 'equipment_list', 'Equipment', {
        columns: [field('text', 'what', 'What'), field('number', 'how_many', 'How many', { min: 1 })],
      }),
    ],
  }),
  task('papers', 'Collect papers', ['contract'], {
    assignee: role('Admin'),
    due: { in: '5bd' },
    fields: [
      field('file', 'contract_file', 'Contract'),
      field('file', 'identity', 'Proof of identity'),
      optional(field('file', 'certificates', 'Certificates')),
      field('text', 'bank_account', 'Bank account'),
    ],
  }),
  approval('contract', 'Sign the contract', ['welcome'], [named('line_manager'), role('Owner')], {
    rule: 'all',
    order: 'in_order',
    due: { in: '3bd' },
    escalation: reminders,
    on_reject: { next: ['papers'] },
  }),
  task('equipment', 'Get each piece of equipment', ['desk'], {
    description: 'One task for every line of the list.',
    assignee: role('Member'),
    each: { list: 'vars.equipment_list', order: 'at_once', until: 'all' },
    fields: [field('text', 'asset_tag', 'Asset tag'), optional(field('text', 'serial_number', 'Serial number'))],
  }),
  decision('desk', 'Is a desk needed?', [['Remote only', 'vars.work_place == "remotely"', ['ship']]], ['set_desk']),
  task('ship', 'Send the equipment home', ['welcome'], {
    assignee: role('Member'),
    due: { date: 'addBusinessDays(vars.first_day, -3)' },
    fields: [field('text', 'tracking_number', 'Tracking number')],
  }),
  task('set_desk', 'Set up the desk', ['welcome'], {
    assignee: role('Member'),
    due: { date: 'addBusinessDays(vars.first_day, -1)' },
    fields: [field('text', 'desk_number', 'Desk')],
  }),
  task('accounts', 'Create accounts', ['welcome'], {
    assignee: role('Admin'),
    priority: 'high',
    due: { date: 'addBusinessDays(vars.first_day, -2)' },
    escalation: reminders,
    fields: [field('email', 'work_email', 'Work e-mail'), field('textarea', 'access_list', 'Access given')],
  }),
  task('buddy', 'Find a buddy', ['welcome'], {
    assignee: named('line_manager'),
    due: { in: '5bd' },
    fields: [field('person', 'buddy_person', 'Buddy')],
  }),
  pause('day_before', 'Until the working day before', ['welcome'], { until: 'addBusinessDays(vars.first_day, -1)' }),
  task('welcome', 'Welcome and show round', ['check_in'], {
    assignee: named('buddy_person'),
    due: { date: 'vars.first_day' },
    fields: [
      field('checkbox', 'shown_round', 'Shown round'),
      field('checkbox', 'safety_briefing', 'Safety briefing done'),
    ],
  }),
  task('check_in', 'Talk after the first month', ['probation'], {
    assignee: named('line_manager'),
    due: { date: 'addDays(vars.first_day, 30)' },
    fields: [field('textarea', 'month_notes', 'How it goes')],
  }),
  approval('probation', 'Confirm the end of probation', ['confirmed'], [named('line_manager')], {
    allow_self: true,
    due: { date: 'addDays(vars.first_day, 150)' },
    escalation: reminders,
    on_reject: { next: ['part_ways'] },
    on_changes: { next: ['check_in'] },
  }),
  task('confirmed', 'Confirm in writing', [], {
    assignee: role('Admin'),
    due: { in: '3bd' },
    fields: [field('file', 'confirmation', 'Letter')],
    end_outcome: 'confirmed',
  }),
  task('part_ways', 'Part ways', [], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('textarea', 'parting_note', 'What was agreed')],
    end_outcome: 'not_confirmed',
  }),
)
