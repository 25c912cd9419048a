import * as z from 'zod/mini'
import { COUNTED_HOURS, TIME_RANGES } from './analytics-lists.ts'
import { endpoint } from './endpoint.ts'
import { InstanceId, PersonId, TaskId, TenantId, WorkflowId } from './ids.ts'
import { RailStep } from './instances.ts'
import { PageQuery } from './paging.ts'
import { DayRange, instant, namesOf, WorkflowName } from './running.ts'

const flag = z.optional(z.stringbool())
const StepId = z.string().check(z.maxLength(100))

const specQuery = z.object({
  timeRange: z._default(z.enum(TIME_RANGES), 'month'),
  /** Answers are never older than their `as_of`: accepted for callers that ask for it. */
  noCache: flag,
})

/** The specification's fields. Rates are in percent, null without anything to count; durations are in words. */
export const Dashboard = z.object({
  summary: z.object({
    totalActiveWorkflows: z.number(),
    automationRate: z.nullable(z.number()),
    overdueItems: z.number(),
    clientOnTimeRate: z.nullable(z.number()),
  }),
  workflowHealth: z.array(
    z.object({
      name: z.string(),
      /** Those that ended in the range. */
      instances: z.number(),
      onTimeRate: z.nullable(z.number()),
      avgDuration: z.nullable(z.string()),
      /** Null: too few to judge. */
      status: z.nullable(z.enum(['green', 'yellow', 'red'])),
    }),
  ),
  workflowPerformance: z.array(
    z.object({ name: z.string(), total: z.number(), pendingManual: z.number(), pendingAutomated: z.number() }),
  ),
  automationPerformance: z.array(
    z.object({ name: z.string(), total: z.number(), success: z.number(), error: z.number() }),
  ),
  automationIssues: z.array(
    z.object({
      issue: z.string(),
      count: z.number(),
      workflows: z.array(z.string()),
      avgResolutionTime: z.nullable(z.string()),
    }),
  ),
  slowestManualTasks: z.array(
    z.object({ task: z.string(), avgTime: z.string(), workflow: z.string(), volume: z.number() }),
  ),
  as_of: instant,
})
export type Dashboard = z.infer<typeof Dashboard>

export const orgDashboard = endpoint({
  method: 'GET',
  path: '/v1/analytics/org/:organizationId/dashboard/',
  summary: 'Figures of the organization, as far as the viewer may see its work',
  access: 'analytics.view',
  rate: 'read',
  params: z.object({ organizationId: TenantId }),
  query: specQuery,
  response: z.object({ data: Dashboard }),
})

export const userDashboard = endpoint({
  method: 'GET',
  path: '/v1/analytics/user/:userId/analytics/',
  summary: 'The same figures for somebody who works without an organization; only the viewer’s own',
  access: 'analytics.view',
  rate: 'read',
  params: z.object({ userId: PersonId }),
  query: specQuery,
  response: z.object({ data: Dashboard }),
})

const period = {
  from: z.iso.date(),
  to: z.iso.date(),
  /** As many days before; null where the work began later, so that nothing can be compared. */
  previous: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
  /** The moment up to which everything is counted: lists take it, and show the same. */
  as_of: instant,
  time_zone: z.string(),
}

const query = {
  range: z._default(z.enum(TIME_RANGES), 'month'),
  /** Which hours durations count. */
  hours: z._default(z.enum(COUNTED_HOURS), 'all'),
  noCache: flag,
}

/** A share: so many of so many. */
export const Share = z.object({ count: z.number(), of: z.number() })
export type Share = z.infer<typeof Share>

/** Oldest first: of a week each day, of a month every 4 days, of a quarter each week; null where nothing was counted. */
const series = z.array(z.nullable(z.number()))
const workflow = z.object({ id: WorkflowId, name: z.string() })

export const WorkflowHealth = z.object({
  workflow,
  /** Only its teams see it. */
  limited: z.boolean(),
  /** Instances: `ended=no`. */
  running: z.number(),
  /** Instances: `ended=<days>`. */
  completed: z.number(),
  /** Of completed ones that had a due date (`late=known`), those that were on time (`late=no`). */
  on_time: Share,
  before: z.nullable(Share),
  average_s: z.nullable(z.number()),
  median_s: z.nullable(z.number()),
  /** Percent. */
  goal: z.number(),
  /** Null: too few to judge. */
  status: z.nullable(z.enum(['green', 'yellow', 'red'])),
})
export type WorkflowHealth = z.infer<typeof WorkflowHealth>

export const Overview = z.object({
  ...period,
  summary: z.object({
    /** Workflows with a running instance: those of `health` with `running`. */
    active_workflows: z.object({ value: z.number(), before: z.nullable(z.number()), series }),
    /** Instances: `ended=no`. */
    running: z.number(),
    /** Runs of manual, approval and automated steps that closed in the range, and those of them without a person’s hand. */
    automation: z.extend(Share, { before: z.nullable(Share), series }),
    /** Tasks: `ended=no&late=yes`. Before: at the end of the period before. */
    overdue: z.object({
      value: z.number(),
      before: z.nullable(z.number()),
      series,
      oldest_due: z.nullable(instant),
    }),
    /** Instances: `ended=<days>&client_id=any`, `late=known` and of them `late=no`; `first` by `late_first`. */
    client_on_time: z.extend(Share, { before: z.nullable(Share), first: Share, series }),
  }),
  /** Workflows in which something ended or runs, worst first, at most 500. */
  health: z.array(WorkflowHealth),
  performance: z.object({
    /** The ten with the most tasks. Done: `ended=<days>`. Pending: `ended=no`, of type automated, or of all others. */
    rows: z.array(z.object({ workflow, done: z.number(), pending_manual: z.number(), pending_automated: z.number() })),
    of: z.number(),
  }),
  automations: z.object({
    /** The ten steps with the most runs. A run that ever failed is an error, on the day when it first did. */
    rows: z.array(z.object({ workflow, step: StepId, name: z.string(), success: z.number(), error: z.number() })),
    of: z.number(),
  }),
  /** The five manual and approval steps that take longest on average. */
  slow_tasks: z.array(
    z.object({
      workflow,
      step: StepId,
      name: z.string(),
      runs: z.number(),
      /** Averages of the runs. */
      waited_s: z.number(),
      worked_s: z.number(),
    }),
  ),
  issues: z.object({
    /** The five most frequent. */
    rows: z.array(
      z.object({
        issue: z.string(),
        count: z.number(),
        /** Runs of them that have not closed. */
        open: z.number(),
        workflows: z.array(workflow),
        /** Average from the failure until the run closed; null while none has. */
        resolved_s: z.nullable(z.number()),
      }),
    ),
    /** All runs that failed. */
    errors: z.number(),
  }),
  counted: z.object({
    workflows: z.number(),
    /** Instances that only their participants see, the viewer among them. */
    restricted: z.number(),
    /** There are, or may be, more of these than the newest, which were counted: at most 500. */
    restricted_more: z.boolean(),
  }),
})
export type Overview = z.infer<typeof Overview>

export const analyticsOverview = endpoint({
  method: 'GET',
  path: '/v1/analytics/overview/',
  summary: 'Figures of a range of days, compared with as many days before',
  access: 'analytics.view',
  rate: 'read',
  query: z.object({ ...query, workflow: z.optional(WorkflowId) }),
  response: z.object({ data: Overview }),
})

const workflowQuery = {
  ...query,
  /** The current one unless given. */
  version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  /** The one before unless given; 0: none. */
  compare: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
}
const versions = {
  version: z.number(),
  /** Null: nothing is compared. */
  compare: z.nullable(z.number()),
}

export const StepFigures = z.object({
  id: StepId,
  /** Its place in the outline, from 1. */
  n: z.number(),
  name: z.string(),
  type: RailStep.shape.type,
  /** Runs that closed in the range. */
  runs: z.number(),
  /** Null with fewer than ten runs, as the other figures. */
  median_s: z.nullable(z.number()),
  average_s: z.nullable(z.number()),
  p90_s: z.nullable(z.number()),
  /** Averages; together they are `average_s`. */
  waited_s: z.nullable(z.number()),
  worked_s: z.nullable(z.number()),
  compared: z.nullable(z.object({ runs: z.number(), median_s: z.nullable(z.number()) })),
})
export type StepFigures = z.infer<typeof StepFigures>

export const WorkflowAnalytics = z.object({
  ...period,
  ...versions,
  workflow: WorkflowName,
  /** Newest first. */
  versions: z.array(z.object({ version: z.number(), published_at: instant })),
  /** Instances of the version: `ended=no`. */
  running: z.number(),
  /** Instances of the version: `ended=<days>`. All figures below are about these. */
  completed: z.number(),
  /** From start to end; null with fewer than ten. */
  duration: z.nullable(z.object({ median_s: z.number(), average_s: z.number() })),
  median_before_s: z.nullable(z.number()),
  on_time: Share,
  first_on_time: Share,
  /** Instances whose due date is no longer the first one. */
  moved: z.number(),
  /** Averages for an instance: its steps may run side by side, so that the sum is not its duration. */
  time: z.nullable(z.object({ waited_s: z.number(), worked_s: z.number(), automated_s: z.number() })),
  /** All steps of the version. */
  steps: z.array(StepFigures),
  links: z.array(
    z.object({
      from: StepId,
      to: StepId,
      back: z.boolean(),
      /** Of a link back: instances in which `to` was reached again (`step=<to>&again=true`). */
      again: z.nullable(z.number()),
      /** Of several that lead to one step: instances in which `from` closed last (`step=<to>&last=<from>`). */
      last: z.nullable(z.number()),
    }),
  ),
  /** With fewer than ten completed: these, newest first; otherwise none. */
  cases: z.array(
    z.object({
      id: InstanceId,
      key: z.string(),
      name: z.string(),
      completed_at: instant,
      duration_s: z.number(),
      /** Null without a due date. */
      late: z.nullable(z.boolean()),
    }),
  ),
})
export type WorkflowAnalytics = z.infer<typeof WorkflowAnalytics>

export const workflowAnalytics = endpoint({
  method: 'GET',
  path: '/v1/analytics/workflows/:workflowId/',
  summary: 'Where the time of a workflow’s instances goes, step by step',
  access: 'analytics.view',
  rate: 'read',
  params: z.object({ workflowId: WorkflowId }),
  query: z.object(workflowQuery),
  response: z.object({ data: WorkflowAnalytics }),
})

const instance = z.object({ id: InstanceId, key: z.string(), name: z.string() })

export const StepAnalytics = z.object({
  ...period,
  ...versions,
  step: StepFigures,
  /** Steps of the version. */
  of: z.number(),
  /**
   * Whether each of the runs was read. Of a step that ran more than 2,000 times, how many lie in a span is within 2% of
   * its edges, and the slowest are of the newest 2,000.
   */
  exact: z.boolean(),
  /** How long the runs took, at most six spans; `to_s` null: longer. Runs: `from_s`, `to_s`. */
  spans: z.array(z.object({ from_s: z.number(), to_s: z.nullable(z.number()), runs: z.number() })),
  /** Of the two years up to the last day of the period, newest first, at most ten. */
  by_version: z.array(
    z.object({ version: z.number(), published_at: instant, runs: z.number(), median_s: z.nullable(z.number()) }),
  ),
  /** The three that took longest. */
  slowest: z.array(
    z.object({
      instance,
      task_id: z.nullable(TaskId),
      duration_s: z.number(),
      waited_s: z.number(),
    }),
  ),
})
export type StepAnalytics = z.infer<typeof StepAnalytics>

export const stepAnalytics = endpoint({
  method: 'GET',
  path: '/v1/analytics/workflows/:workflowId/steps/:step/',
  summary: 'How long one step takes, how that is spread, and which cases took longest',
  access: 'analytics.view',
  rate: 'read',
  params: z.object({ workflowId: WorkflowId, step: StepId }),
  query: z.object(workflowQuery),
  response: z.object({ data: StepAnalytics }),
})

/** One run of a step. Nobody is named: no answer has a person and a duration together. */
export const CountedRun = z.object({
  instance,
  workflow,
  step: StepId,
  name: z.string(),
  round: z.number(),
  /** The step’s first task of that round, where it has one. */
  task_id: z.nullable(TaskId),
  opened_at: instant,
  closed_at: z.nullable(instant),
  duration_s: z.nullable(z.number()),
  /** Why it first failed. */
  issue: z.nullable(z.string()),
})
export type CountedRun = z.infer<typeof CountedRun>

export const listRuns = endpoint({
  method: 'GET',
  path: '/v1/analytics/runs/',
  summary: 'The runs of steps that a figure counted, newest first',
  access: 'analytics.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    /** Closed on these days, or of those that failed: first failed on these days. The last four weeks unless given. */
    days: z.optional(DayRange),
    workflow: z.optional(WorkflowId),
    step: z.optional(StepId),
    version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    type: z.optional(namesOf(RailStep.shape.type)),
    /** Closed without a person’s hand. */
    automated: flag,
    /** Those that ever failed, or that never did. */
    failed: flag,
    issue: z.optional(z.string().check(z.maxLength(2000))),
    /** Those that have not closed. */
    open: flag,
    /** How long they took, in seconds of `hours`: at least, and less than. */
    from_s: z.optional(z.coerce.number().check(z.minimum(0))),
    to_s: z.optional(z.coerce.number().check(z.minimum(0))),
    hours: query.hours,
    as_of: z.optional(z.iso.datetime({ offset: true })),
  }),
  response: z.object({
    data: z.array(CountedRun),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})
