import { Overview, StepAnalytics, WorkflowAnalytics } from '@throughline/contracts/analytics'
import { SAMPLE } from '../sample.ts'

const id = (n: number) => `0192f000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const WORKFLOW = id(900)

const period = {
  from: '2026-10-22',
  to: '2026-11-18',
  previous: { from: '2026-09-24', to: '2026-10-21' },
  as_of: '2026-11-18T11:41:00.000Z',
  time_zone: 'UTC',
}

/** Figures of a month, as the server answers them. */
export const overviewAnswer = (more: object = {}) => ({
  body: { data: Overview.parse({ ...SAMPLE, ...period, ...more }) },
})

const none = { count: 0, of: 0 }

/** Of a workspace in which nothing was done yet. */
export const emptyOverview = () =>
  overviewAnswer({
    previous: null,
    summary: {
      active_workflows: { value: 0, before: null, series: [] },
      running: 0,
      automation: { ...none, before: null, series: [] },
      overdue: { value: 0, before: null, series: [], oldest_due: null },
      client_on_time: { ...none, before: null, first: none, series: [] },
    },
    health: [],
    performance: { rows: [], of: 0 },
    automations: { rows: [], of: 0 },
    slow_tasks: [],
    issues: { rows: [], errors: 0 },
  })

const DAY = 86_400
const step = (n: number, name: string, days: number | null, more: object = {}) => ({
  id: `s${n}`,
  n,
  name,
  type: 'manual',
  runs: 26,
  median_s: days === null ? null : days * DAY,
  average_s: days === null ? null : days * DAY,
  p90_s: days === null ? null : days * 2 * DAY,
  waited_s: days === null ? null : days * 0.9 * DAY,
  worked_s: days === null ? null : days * 0.1 * DAY,
  compared: null,
  ...more,
})

const STEPS = [
  step(1, 'Intake details', 0.1),
  step(2, 'Agree fees', 2, { compared: { runs: 88, median_s: 3 * DAY } }),
  step(3, 'Collect identity documents', 6.4),
  step(4, 'Kickoff call', 4),
]
const link = (from: string, to: string, more: object = {}) => ({
  from,
  to,
  back: false,
  again: null,
  last: null,
  ...more,
})

export const workflowAnswer = (more: object = {}) => ({
  body: {
    data: WorkflowAnalytics.parse({
      ...period,
      version: 4,
      compare: 3,
      workflow: { id: WORKFLOW, name: 'Client Onboarding', prefix: 'ONB' },
      versions: [
        { version: 4, published_at: '2026-10-02T08:00:00.000Z' },
        { version: 3, published_at: '2026-06-09T08:00:00.000Z' },
      ],
      running: 24,
      completed: 26,
      duration: { median_s: 11.8 * DAY, average_s: 12.4 * DAY },
      median_before_s: 13.7 * DAY,
      on_time: { count: 24, of: 26 },
      first_on_time: { count: 20, of: 26 },
      moved: 4,
      time: { waited_s: 10 * DAY, worked_s: DAY, automated_s: 0.2 * DAY },
      steps: STEPS,
      links: [
        link('s1', 's2'),
        link('s1', 's3'),
        link('s2', 's4', { last: 10 }),
        link('s3', 's4', { last: 16 }),
        link('s2', 's1', { back: true, again: 5 }),
      ],
      cases: [],
      ...more,
    }),
  },
})

/** Too few for medians. */
export const fewCases = () =>
  workflowAnswer({
    completed: 1,
    duration: null,
    median_before_s: null,
    time: null,
    steps: STEPS.map(({ n, name }) => step(n, name, null, { runs: 1 })),
    cases: [
      {
        id: id(800),
        key: 'ONB-131',
        name: 'Larkfield Group',
        completed_at: period.as_of,
        duration_s: 3 * DAY,
        late: true,
      },
    ],
  })

export const stepAnswer = (n: number, more: object = {}) => ({
  body: {
    data: StepAnalytics.parse({
      ...period,
      version: 4,
      compare: 3,
      step: STEPS[n - 1],
      of: STEPS.length,
      exact: true,
      spans: [
        { from_s: 0, to_s: 2 * DAY, runs: 2 },
        { from_s: 2 * DAY, to_s: 11 * DAY, runs: 21 },
        { from_s: 11 * DAY, to_s: null, runs: 3 },
      ],
      by_version: [{ version: 4, published_at: '2026-10-02T08:00:00.000Z', runs: 26, median_s: 6.4 * DAY }],
      slowest: [
        {
          instance: { id: id(800), key: 'ONB-131', name: 'Larkfield Group' },
          task_id: null,
          duration_s: 14 * DAY,
          waited_s: 12 * DAY,
        },
      ],
      ...more,
    }),
  },
})

export const runsAnswer = (count: number) => ({
  body: {
    data: Array.from({ length: count }, (_, n) => ({
      instance: { id: id(800 + n), key: `ONB-${n}`, name: `Case ${n}` },
      workflow: { id: WORKFLOW, name: 'Client Onboarding' },
      step: 's3',
      name: 'Collect identity documents',
      round: 1,
      task_id: null,
      opened_at: period.as_of,
      closed_at: period.as_of,
      duration_s: 3600,
      issue: null,
    })),
    pagination: { next_cursor: null },
  },
})
