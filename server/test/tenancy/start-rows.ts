import { type Rows, uuid } from './sample-ids.ts'

interface Named {
  tenant: string
  member: string
  workflow: string
}

/** A schedule of which nobody heard, with a run that was missed. */
export function startRows(letter: string, { tenant: tenant_id, member, workflow }: Named): Rows {
  const id = uuid(letter, 40)
  const rule = { kind: 'day', every: 1, from: '2026-01-01', times: ['08:00'] }
  const missed = new Date('2026-01-02T08:00:00Z')
  return [
    ['workflow_triggers', { tenant_id, id, workflow_id: workflow, kind: 'schedule', name: letter, told_id: member }],
    [
      'schedules',
      { tenant_id, id, rule, day_off: 'run', still_running: 'start', missed: 'latest', next_run_at: missed },
    ],
    ['schedule_firings', { tenant_id, schedule_id: id, nominal_at: missed, state: 'missed' }],
  ]
}
