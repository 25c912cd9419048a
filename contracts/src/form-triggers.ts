import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { formParams } from './forms.ts'
import { FormId, MemberId, RoleId, TeamId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { Person } from './running.ts'
import { workflowParams } from './workflows.ts'

/** Who stands where steps say "the starter", since nobody starts it. */
export const StandIn = z.union([
  z.strictObject({ member: MemberId }),
  z.strictObject({ team: TeamId }),
  z.strictObject({ role: RoleId }),
])
export type StandIn = z.infer<typeof StandIn>

const MAX_PAIRS = 300
const variable = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const fieldMapping = z
  .record(z.string().check(z.maxLength(40)), variable)
  .check(z.refine((map) => Object.keys(map).length <= MAX_PAIRS, 'too many'))
const fixedValues = z.record(variable, Json).check(z.refine((map) => Object.keys(map).length <= MAX_PAIRS, 'too many'))

export const FormTrigger = z.object({
  form_id: FormId,
  workflow_id: WorkflowId,
  /** From the id of an element to the variable that takes its answer. */
  field_mapping: z.record(z.string(), z.string()),
  /** Variables that every start gets the same value for. */
  fixed_values: z.record(z.string(), Json),
  /** Members whom fixed values name. */
  people: z.array(z.pick(Person, { id: true, name: true })),
  stand_in: z.nullable(
    z.extend(z.object({ name: z.string() }), { kind: z.enum(['member', 'team', 'role']), id: z.uuid() }),
  ),
})
export type FormTrigger = z.infer<typeof FormTrigger>

/** A trigger as its form's dialog shows it. A workflow that the viewer may not see has no name here. */
export const ListedTrigger = z.extend(FormTrigger, {
  workflow: z.nullable(
    z.object({ id: WorkflowId, name: z.string(), prefix: z.string(), published: z.boolean(), archived: z.boolean() }),
  ),
  started: z.number(),
  not_started: z.number(),
})
export type ListedTrigger = z.infer<typeof ListedTrigger>

export const listFormTriggers = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/triggers/',
  summary: 'The workflows that each response to a form starts',
  access: 'publishing.view',
  rate: 'read',
  params: formParams,
  response: z.object({ data: z.array(ListedTrigger) }),
})

export const listWorkflowTriggers = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/triggers/',
  summary: 'What starts a workflow beside people',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  response: z.object({
    triggers: z.object({ form_submissions: z.array(FormTrigger) }),
    /** A step of it, or of a workflow that it calls, is given to the starter: a trigger needs somebody who stands in. */
    needs_starter: z.boolean(),
  }),
})

const body = {
  field_mapping: fieldMapping,
  fixed_values: z._default(fixedValues, {}),
  /** Absent: the member who adds it, where a step needs a starter. */
  stand_in: z.optional(z.nullable(StandIn)),
}

export const addWorkflowTrigger = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/triggers/',
  summary: 'Let each response to a form start this workflow once',
  access: 'publishing.manage',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject({ form_id: FormId, ...body }),
  response: z.object({ data: FormTrigger }),
})

const triggerParams = z.object({ workflowId: WorkflowId, formId: FormId })

export const changeWorkflowTrigger = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/triggers/:formId/',
  summary: 'Change what a form’s responses give to this workflow, from the next response on',
  access: 'publishing.manage',
  rate: 'write',
  params: triggerParams,
  body: z.strictObject(body),
  response: z.object({ data: FormTrigger }),
})

export const removeWorkflowTrigger = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/triggers/:formId/',
  summary: 'Responses to the form start this workflow no more',
  access: 'publishing.manage',
  rate: 'write',
  params: triggerParams,
  response: z.object({ form_id: FormId }),
})
