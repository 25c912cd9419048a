import { Overview } from '@throughline/contracts/analytics'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const DAY = 86_400

type Row = [
  name: string,
  running: number,
  completed: number,
  onTime: number,
  before: number,
  days: number,
  status: 'green' | 'yellow' | 'red',
]
const ROWS: Row[] = [
  ['Compliance Review', 12, 13, 8, 12, 15, 'red'],
  ['Contract Review', 17, 19, 16, 15, 11.4, 'yellow'],
  ['Invoice Processing', 58, 231, 212, 190, 1.8, 'green'],
  ['Employee Onboarding', 4, 5, 5, 4, 18.2, 'green'],
]
const workflows = ROWS.map(([name], n) => ({ id: id(n + 1), name }))
const flow = (n: number) => workflows[n] ?? { id: id(0), name: '' }

/** Shown, and marked as such, where no figures have come and none were kept. */
export const SAMPLE: Overview = Overview.parse({
  from: '2026-01-01',
  to: '2026-01-28',
  previous: { from: '2025-12-04', to: '2025-12-31' },
  as_of: '2026-01-28T12:00:00Z',
  time_zone: 'UTC',
  summary: {
    active_workflows: { value: 4, before: 3, series: [3, 3, 3, 4, 4, 4, 4] },
    running: 91,
    automation: { count: 816, of: 1200, before: { count: 700, of: 1100 }, series: [62, 63, 65, 64, 66, 67, 68] },
    overdue: { value: 9, before: 12, series: [12, 13, 11, 12, 10, 11, 9], oldest_due: '2026-01-22T12:00:00Z' },
    client_on_time: {
      count: 71,
      of: 86,
      before: { count: 70, of: 80 },
      first: { count: 66, of: 86 },
      series: [88, 87, 88, 86, 85, 84, 83],
    },
  },
  health: ROWS.map(([, running, completed, onTime, before, days, status], n) => ({
    workflow: flow(n),
    limited: false,
    running,
    completed,
    on_time: { count: onTime, of: completed },
    before: { count: before, of: completed },
    average_s: days * DAY,
    median_s: days * DAY * 0.9,
    goal: 90,
    status,
  })),
  performance: {
    rows: [
      { workflow: flow(2), done: 1242, pending_manual: 74, pending_automated: 22 },
      { workflow: flow(1), done: 88, pending_manual: 33, pending_automated: 4 },
      { workflow: flow(0), done: 52, pending_manual: 29, pending_automated: 6 },
      { workflow: flow(3), done: 21, pending_manual: 9, pending_automated: 2 },
    ],
    of: 4,
  },
  automations: {
    rows: [
      { workflow: flow(2), step: 'a', name: 'Extract line items', success: 472, error: 14 },
      { workflow: flow(2), step: 'b', name: 'Match to purchase order', success: 397, error: 5 },
      { workflow: flow(0), step: 'c', name: 'Company check', success: 168, error: 3 },
    ],
    of: 3,
  },
  slow_tasks: [
    { workflow: flow(1), step: 'd', name: 'Redline contract', runs: 19, waited_s: 26 * 3600, worked_s: 41 * 3600 },
    { workflow: flow(0), step: 'e', name: 'Score the risk', runs: 13, waited_s: 47 * 3600, worked_s: 7 * 3600 },
  ],
  issues: {
    rows: [
      { issue: 'Scan too dark to read', count: 14, open: 1, workflows: [flow(2)], resolved_s: 7800 },
      { issue: 'Bank feed token expired', count: 5, open: 0, workflows: [flow(2)], resolved_s: 20_400 },
    ],
    errors: 22,
  },
  counted: { workflows: 4, restricted: 0, restricted_more: false },
})
