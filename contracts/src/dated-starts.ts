import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HeldStartId } from './ids.ts'
import { StartBody } from './instances.ts'
import { instant, Person } from './running.ts'
import { workflowParams } from './workflows.ts'

/** Of one workflow, at the same time. */
export const MAX_DATED_STARTS = 100

/** A start by a person that waits for the day on which the plan has runs again. */
export const DatedStart = z.object({
  id: HeldStartId,
  name: z.string(),
  starts_at: instant,
  by: z.nullable(z.pick(Person, { id: true, name: true })),
  /** Why it has not begun although its day has come. */
  reason: z.nullable(z.string()),
})
export type DatedStart = z.infer<typeof DatedStart>

const path = '/v1/workflows/:workflowId/dated-starts/'

export const listDatedStarts = endpoint({
  method: 'GET',
  path,
  summary: 'Starts by people that wait for the next month, the oldest first',
  access: 'work.view',
  rate: 'read',
  params: workflowParams,
  response: z.object({ data: z.array(DatedStart) }),
})

export const dateStart = endpoint({
  method: 'POST',
  path,
  summary: 'Let an instance start when the next month begins, since the plan has no runs left',
  access: 'instances.manage',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: StartBody,
  response: z.object({ data: DatedStart }),
})

export const cancelDatedStart = endpoint({
  method: 'DELETE',
  path: `${path}:heldStartId/`,
  summary: 'Cancel a start that waits for the next month',
  access: 'instances.manage',
  rate: 'write',
  params: z.extend(workflowParams, { heldStartId: HeldStartId }),
  response: z.object({ id: HeldStartId }),
})
