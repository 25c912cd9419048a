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

export const incidentReport = template(
  {
    id: 'incident-report',
    name: 'Incident report',
    prefix: 'INC',
    description:
      'Handles an outage or safety incident: contain it and inform people at once, find the cause, and see every measure done.',
    type: 'parallel',
    category: 'development',
    tags: ['incident', 'outage', 'safety', 'post-mortem'],
  },
  {
    start_fields: [
      field('text', 'summary', 'What happened'),
      choice('severity', 'Severity', ['Low', 'High', 'Critical']),
      field('checkbox', 'people_affected', 'Customers or people are affected'),
      field('person', 'lead', 'Who leads'),
    ],
  },
  task('assess', 'Assess the situation', ['contain', 'inform', 'record'], {
    assignee: named('lead'),
    priority: 'urgent',
    due: { in: '30m' },
    escalation: [
      { from: 'open', after: '15m', act: 'remind' },
      { from: 'due', after: '15m', act: 'reassign', to: role('Manager') },
    ],
    fields: [field('textarea', 'impact', 'Impact'), field('textarea', 'first_measures', 'First measures')],
  }),
  task('contain', 'Contain it', ['resolved'], {
    assignee: named('lead'),
    priority: 'urgent',
    due: { in: '4h' },
    escalation: [{ from: 'open', after: '2h', act: 'remind' }],
    fields: [field('textarea', 'containment', 'What was done')],
  }),
  decision('resolved', 'How bad was it?', [['High or critical', 'vars.severity != "low"', ['confirm_fix']]], ['cause']),
  approval('confirm_fix', 'Confirm that it is contained', ['cause'], [role('Manager'), role('Owner')], {
    due: { in: '8h' },
    escalation: [{ from: 'open', after: '4h', act: 'remind' }],
    on_reject: { next: ['contain'] },
    on_changes: { next: ['contain'] },
  }),
  decision(
    'inform',
    'Who must be told?',
    [['People are affected', 'vars.people_affected', ['tell_affected']]],
    ['tell_team'],
  ),
  task('tell_affected', 'Tell those affected', ['cause'], {
    assignee: role('Manager'),
    priority: 'high',
    due: { in: '2h' },
    fields: [field('textarea', 'notice_text', 'Notice'), optional(field('url', 'status_page', 'Status page'))],
  }),
  task('tell_team', 'Tell the team', ['cause'], {
    assignee: named('lead'),
    due: { in: '4h' },
    fields: [field('textarea', 'team_notice', 'Notice')],
  }),
  task('record', 'Keep the timeline', ['cause'], {
    assignee: role('Member'),
    due: { in: '1d' },
    fields: [
      field('table', 'timeline', 'Timeline', {
        columns: [field('text', 'when', 'When'), field('text', 'what', 'What')],
      }),
      optional(field('file', 'evidence', 'Logs and pictures')),
    ],
  }),
  task('cause', 'Find the cause', ['measures_ok'], {
    assignee: named('lead'),
    due: { in: '5bd' },
    escalation: reminders,
    fields: [
      field('textarea', 'root_cause', 'Cause'),
      field('table', 'measures', 'Measures', {
        columns: [
          field('text', 'measure', 'Measure'),
          field('person', 'responsible', 'Who'),
          field('date', 'by_when', 'By when'),
        ],
      }),
    ],
  }),
  approval('measures_ok', 'Agree on the measures', ['measure'], [role('Manager')], {
    due: { in: '3bd' },
    escalation: reminders,
  }),
  task('measure', 'Carry out each measure', ['close'], {
    assignee: { expr: 'item.responsible' },
    each: { list: 'vars.measures', order: 'at_once', until: 'all' },
    escalation: [{ from: 'open', after: '5d', act: 'remind' }],
    fields: [field('textarea', 'measure_result', 'Result')],
  }),
  task('close', 'Close with a short report', [], {
    assignee: starter,
    due: { in: '3bd' },
    fields: [field('file', 'final_report', 'Report')],
    end_outcome: 'closed',
  }),
)
