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

export const patientIntake = template(
  {
    id: 'patient-intake',
    name: 'Patient intake',
    prefix: 'PAT',
    description:
      'Registers a patient, checks insurance and history side by side, plans the first visit, and follows up.',
    type: 'parallel',
    category: 'customer-support',
    tags: ['patient', 'intake', 'practice', 'consent'],
  },
  {
    start_fields: [
      field('text', 'patient_name', 'Name'),
      field('date', 'birth_date', 'Date of birth'),
      field('phone', 'phone', 'Phone'),
      optional(field('email', 'email', 'E-mail')),
      choice('visit_reason', 'Reason', ['Check-up', 'Complaint', 'Referral', 'Emergency']),
    ],
  },
  decision(
    'urgent',
    'Is it an emergency?',
    [['Emergency', 'vars.visit_reason == "emergency"', ['see_now']]],
    ['register'],
  ),
  task('see_now', 'See the patient now', ['register'], {
    assignee: role('Manager'),
    priority: 'urgent',
    due: { in: '15m' },
    escalation: [{ from: 'open', after: '5m', act: 'remind' }],
    fields: [field('textarea', 'first_findings', 'First findings')],
  }),
  task('register', 'Register the patient', ['insurance', 'history', 'consent'], {
    assignee: starter,
    due: { in: '1d' },
    fields: [
      field('textarea', 'address', 'Address'),
      field('text', 'insurance_number', 'Insurance number'),
      field('text', 'emergency_contact', 'Emergency contact'),
      field('person', 'clinician', 'Clinician'),
    ],
  }),
  task('insurance', 'Check the insurance', ['covered'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [
      choice('coverage', 'Coverage', ['Full', 'Partial', 'None']),
      optional(field('textarea', 'coverage_note', 'Note')),
    ],
  }),
  decision('covered', 'Is everything covered?', [['Not all', 'vars.coverage != "full"', ['cost_talk']]], ['plan']),
  task('cost_talk', 'Talk about the cost', ['plan'], {
    assignee: role('Member'),
    due: { in: '2bd' },
    fields: [field('currency', 'own_share', 'Own share', { min: 0 }), field('checkbox', 'cost_accepted', 'Accepted')],
  }),
  task('history', 'Take the history', ['history_review'], {
    assignee: role('Member'),
    due: { in: '3bd' },
    escalation: reminders,
    fields: [
      field('textarea', 'conditions', 'Known conditions'),
      field('textarea', 'medication', 'Medication'),
      field('checkbox', 'has_allergies', 'Has allergies'),
      field('textarea', 'allergies', 'Allergies', { required: false, show_if: 'vars.has_allergies' }),
      optional(field('file', 'earlier_findings', 'Earlier findings')),
    ],
  }),
  approval('history_review', 'Review the history', ['plan'], [named('clinician')], {
    allow_self: true,
    due: { in: '2bd' },
    escalation: reminders,
    on_changes: { next: ['history'] },
    on_reject: { next: ['history'] },
  }),
  task('consent', 'Get consent signed', ['plan'], {
    assignee: starter,
    due: { in: '2bd' },
    fields: [field('file', 'consent_form', 'Consent'), field('checkbox', 'data_consent', 'Agrees to data processing')],
  }),
  task('plan', 'Plan the first visit', ['visit_day'], {
    assignee: starter,
    due: { in: '1bd' },
    fields: [field('date', 'visit_on', 'Visit on'), field('text', 'room', 'Room')],
  }),
  pause('visit_day', 'Until the day of the visit', ['visit'], { until: 'vars.visit_on' }),
  task('visit', 'Hold the first visit', ['next_steps'], {
    assignee: named('clinician'),
    priority: 'high',
    due: { date: 'vars.visit_on' },
    fields: [
      field('textarea', 'findings', 'Findings'),
      choice('continue_with', 'Goes on with', ['Treatment', 'Referral', 'Nothing more']),
    ],
  }),
  decision(
    'next_steps',
    'What comes next?',
    [
      ['Treatment', 'vars.continue_with == "treatment"', ['treatment_plan']],
      ['Referral', 'vars.continue_with == "referral"', ['refer']],
    ],
    ['farewell'],
  ),
  task('treatment_plan', 'Write the treatment plan', ['farewell'], {
    assignee: named('clinician'),
    due: { in: '2bd' },
    fields: [field('textarea', 'treatment', 'Treatment plan')],
  }),
  task('refer', 'Write the referral', ['farewell'], {
    assignee: named('clinician'),
    due: { in: '2bd' },
    fields: [field('file', 'referral_letter', 'Referral')],
  }),
  task('farewell', 'Send summary and ask for feedback', [], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('checkbox', 'summary_sent', 'Summary sent')],
    end_outcome: 'taken_in',
  }),
)
