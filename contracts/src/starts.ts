import * as z from 'zod/mini'
import { ListedApiKey } from './api-keys.ts'
import { endpoint } from './endpoint.ts'
import { StandIn } from './form-triggers.ts'
import { ListedHook } from './hooks.ts'
import { FormId, InstanceId, MemberId, ScheduleId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { instant, Person } from './running.ts'
import { DayOffRule, ScheduleRule } from './schedule-rule.ts'
import { workflowParams } from './workflows.ts'

const MAX_VALUES = 300
/** Of one workflow. */
export const MAX_SCHEDULES = 50
/** Runs that a schedule's page shows, before and after now. */
export const SHOWN_RUNS = 10

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const variable = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const fixedValues = z.record(variable, Json).check(z.refine((map) => Object.keys(map).length <= MAX_VALUES, 'too many'))
const timeZone = z.string().check(z.minLength(1), z.maxLength(64))

const StillRunning = z.enum(['start', 'skip'])
const MissedRule = z.enum(['latest', 'each', 'none'])

/** A run to come. */
export const PlannedRun = z.object({
  at: instant,
  /** In the schedule's zone. */
  day: z.iso.date(),
  /** The day off that it was moved from, and what that is called. */
  moved_from: z.nullable(z.iso.date()),
  holiday: z.nullable(z.string()),
  /** The clock skips the time on that day, or shows it twice. */
  clock: z.nullable(z.enum(['skipped', 'twice'])),
  /** Somebody left it out. */
  skipped: z.boolean(),
  skipped_by: z.nullable(z.string()),
})
export type PlannedRun = z.infer<typeof PlannedRun>

/** A run whose time has come. */
export const PastRun = z.object({
  nominal_at: instant,
  at: instant,
  state: z.enum(['started', 'late', 'held', 'left_out', 'skipped', 'missed']),
  /** Null where nothing started, or the instance was deleted. */
  instance: z.nullable(z.object({ id: InstanceId, key: z.string(), status: z.string() })),
  reason: z.nullable(z.string()),
})
export type PastRun = z.infer<typeof PastRun>

export const ListedSchedule = z.object({
  id: ScheduleId,
  workflow_id: WorkflowId,
  name: z.string(),
  rule: ScheduleRule,
  /** Null: the organization's. */
  time_zone: z.nullable(z.string()),
  day_off: DayOffRule,
  paused_at: z.nullable(instant),
  paused_by: z.nullable(z.string()),
  next_run_at: z.nullable(instant),
  /** In the last 30 days. */
  started: z.number(),
  /** Runs that begin by themselves once the plan has runs again. */
  held: z.number(),
  /** Runs of the last 30 days that were missed or could not start. */
  trouble: z.number(),
})
export type ListedSchedule = z.infer<typeof ListedSchedule>

export const Schedule = z.extend(ListedSchedule, {
  still_running: StillRunning,
  missed: MissedRule,
  title: z.string(),
  fixed_values: z.record(z.string(), Json),
  /** Members whom fixed values name. */
  people: z.array(z.pick(Person, { id: true, name: true })),
  stand_in: z.nullable(z.object({ kind: z.enum(['member', 'team', 'role']), id: z.uuid(), name: z.string() })),
  /** Who is told of a run that is missed or refused. */
  told: z.nullable(z.pick(Person, { id: true, name: true })),
  version: z.number(),
  saved_at: instant,
  saved_by: z.nullable(z.string()),
  next: z.array(PlannedRun),
  last: z.array(PastRun),
})
export type Schedule = z.infer<typeof Schedule>

export const ListedFormStart = z.object({
  form_id: FormId,
  title: z.string(),
  fields: z.number(),
  last_response_at: z.nullable(instant),
  /** By the responses of the last 30 days, up to `MAX_COUNTED`. */
  started: z.number(),
  not_started: z.number(),
})

export const listStarts = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/starts/',
  summary: 'Everything that starts a workflow',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  response: z.object({
    data: z.object({
      /** Why nothing of it starts now: archived, or never published. */
      held: z.nullable(z.enum(['archived', 'not_published'])),
      /** What gives too little to the published version, or what that does not ask for: ids, of forms their own. */
      unfit: z.array(z.uuid()),
      forms: z.array(ListedFormStart),
      schedules: z.array(ListedSchedule),
      webhooks: z.array(ListedHook),
      api_keys: z.array(ListedApiKey),
      /** In the last 30 days, by people and with API keys. */
      started: z.object({
        by_person: z.number(),
        by_key: z.number(),
        /** More were started than are looked at: there are at least so many. */
        capped: z.boolean(),
      }),
      /** The organization's, in which schedules without a zone of their own run. */
      time_zone: z.string(),
    }),
  }),
})

const when = {
  rule: ScheduleRule,
  time_zone: z._default(z.nullable(timeZone), null),
  day_off: z._default(DayOffRule, 'next'),
}

const body = {
  ...when,
  name,
  still_running: z._default(StillRunning, 'start'),
  missed: z._default(MissedRule, 'latest'),
  /** Of its instances; `{date}`, `{day}`, `{month}` and `{year}` are those of the run. Empty: the schedule's name and date. */
  title: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  fixed_values: z._default(fixedValues, {}),
  /** Absent: the member who adds it, where a step needs a starter. */
  stand_in: z.optional(z.nullable(StandIn)),
  /** Absent: the member who adds it. */
  told_id: z.optional(MemberId),
}
const one = z.object({ data: Schedule })
const scheduleParams = z.object({ workflowId: WorkflowId, scheduleId: ScheduleId })

export const addSchedule = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/schedules/',
  summary: 'Let a workflow start by the clock',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject(body),
  response: one,
})

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/schedules/preview/',
  summary: 'When a schedule would run, without keeping anything',
  access: 'workflows.view',
  rate: 'read',
  reads: true,
  params: workflowParams,
  body: z.strictObject(when),
  response: z.object({ data: z.array(PlannedRun) }),
})

export const getSchedule = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/',
  summary: 'A schedule with its next runs and its last ones',
  access: 'workflows.view',
  rate: 'read',
  params: scheduleParams,
  response: one,
})

export const changeSchedule = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/',
  summary: 'Change when a schedule runs and what it starts with, from its next run on',
  access: 'workflows.publish',
  rate: 'write',
  params: scheduleParams,
  body: z.strictObject({ ...body, version: z.number().check(z.int()) }),
  response: one,
})

export const removeSchedule = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/',
  summary: 'Delete a schedule; instances it started continue',
  access: 'workflows.publish',
  rate: 'write',
  params: scheduleParams,
  response: z.object({ id: ScheduleId }),
})

export const pauseSchedule = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/pause/',
  summary: 'Pause a schedule, or let it go on; what falls into a pause is not made up for',
  access: 'workflows.publish',
  rate: 'write',
  params: scheduleParams,
  body: z.strictObject({ paused: z.boolean() }),
  response: one,
})

export const skipRun = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/skips/',
  summary: 'Leave out one of the next runs, or put it back',
  access: 'workflows.publish',
  rate: 'write',
  params: scheduleParams,
  body: z.strictObject({ at: z.iso.datetime(), skipped: z.boolean() }),
  response: one,
})

export const runSchedule = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/schedules/:scheduleId/run/',
  summary: 'Start what the schedule starts, once and now',
  access: 'instances.manage',
  rate: 'write',
  status: 201,
  params: scheduleParams,
  response: z.object({ data: z.object({ id: InstanceId, key: z.string() }) }),
})
