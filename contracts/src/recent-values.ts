import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { InstanceId } from './ids.ts'
import { Json } from './json.ts'
import { namesOf } from './running.ts'
import { workflowParams } from './workflows.ts'

/** As many variables as are asked for at a time. */
export const MAX_READ_NAMES = 50

/** What an instance holds of the variables that were asked for. */
export const RecentValues = z.object({
  id: InstanceId,
  key: z.string(),
  name: z.string(),
  /** It came to the step, or was completed: what it doesn't hold is missing, not still to come. */
  reached: z.boolean(),
  /** Those that are set. */
  values: z.record(z.string(), Json),
  /** Set, but too long to be sent. */
  too_long: z.array(z.string()),
  /** What expressions can see of the instance itself. */
  instance: z.object({
    priority: z.string(),
    starter: z.nullable(z.string()),
    started: z.number(),
    due: z.optional(z.number()),
  }),
})
export type RecentValues = z.infer<typeof RecentValues>

export const listRecentValues = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/recent-values/',
  summary:
    'What the newest instances that the viewer may see hold of some variables, to preview what a step would send',
  access: 'workflows.publish',
  rate: 'read',
  params: workflowParams,
  query: z.object({
    step: z._default(z.string().check(z.maxLength(200)), ''),
    names: z._default(namesOf(z.string().check(z.maxLength(200)), MAX_READ_NAMES), []),
  }),
  response: z.object({
    /** The newest first: up to 20 that came to the step or were completed, and up to 5 that may still come to it. */
    data: z.array(RecentValues),
    /** People and files that the values name, by id. */
    called: z.record(z.string(), z.string()),
    /** The organization's time, as expressions compute with it. */
    calendar: z.object({
      zone: z.array(z.tuple([z.number(), z.number()])),
      days: z.array(z.number()),
      start: z.number(),
      holidays: z.array(z.string()),
    }),
  }),
})
