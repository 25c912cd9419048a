import * as z from 'zod/mini'
import { Json } from './json.ts'

/**
 * The shape of a workflow document: which keys there are and what kind of value each holds. What a value must mean (ids
 * that exist, durations that can be read, expressions that check) is said by `validate` of flow, since drafts are kept
 * with all their mistakes.
 */
const text = z.string()
const flag = z.boolean()
const ids = z.array(text)
const optional = z.optional

export const Cancel = z.enum(['none', 'siblings', 'all'])
export type Cancel = z.infer<typeof Cancel>
export const Order = z.enum(['at_once', 'in_order'])
export type Order = z.infer<typeof Order>

/** Where an exception leads, or the outcome with which it ends the instance. */
export const Route = z.union([z.strictObject({ next: ids, cancel: optional(Cancel) }), z.strictObject({ end: text })])
export type Route = z.infer<typeof Route>

/** A team or role is one queue that any member may take; with `each` it is one approver per member. */
export const Assignee = z.union([
  z.strictObject({ person: text }),
  z.strictObject({ team: text, each: optional(z.literal(true)) }),
  z.strictObject({ role: text, each: optional(z.literal(true)) }),
  z.strictObject({ starter: z.literal(true) }),
  z.strictObject({ expr: text }),
])
export type Assignee = z.infer<typeof Assignee>

export const Due = z.union([
  z.strictObject({ in: text, from: optional(z.enum(['open', 'start'])) }),
  z.strictObject({ date: text }),
])
export type Due = z.infer<typeof Due>

export const Escalation = z.strictObject({
  from: z.enum(['open', 'due']),
  after: text,
  act: z.enum(['remind', 'reassign', 'finish']),
  to: optional(Assignee),
  outcome: optional(z.enum(['approved', 'rejected'])),
})
export type Escalation = z.infer<typeof Escalation>

export const FieldType = z.enum([
  'text',
  'textarea',
  'number',
  'checkbox',
  'select',
  'date',
  'file',
  'person',
  'currency',
  'email',
  'phone',
  'url',
  'table',
])
export type FieldType = z.infer<typeof FieldType>

const fieldKeys = {
  name: text,
  type: FieldType,
  label: text,
  required: optional(flag),
  placeholder: optional(text),
  variable: optional(text),
  options: optional(z.array(z.strictObject({ value: text, label: text }))),
  default: optional(Json),
  min: optional(z.number()),
  max: optional(z.number()),
  help: optional(text),
  show_if: optional(text),
}
/** A column of a table is a field that is no table itself. */
export const Column = z.strictObject(fieldKeys)
export type Column = z.infer<typeof Column>
export const Field = z.strictObject({ ...fieldKeys, columns: optional(z.array(Column)) })
export type Field = z.infer<typeof Field>

export const VarType = z.enum([
  'string',
  'number',
  'boolean',
  'date',
  'datetime',
  'person',
  'file',
  'list',
  'table',
  'json',
])
export type VarType = z.infer<typeof VarType>

export const Variable = z.strictObject({ type: VarType, label: optional(text), default: optional(Json) })
export type Variable = z.infer<typeof Variable>

export const Each = z.strictObject({
  list: text,
  order: Order,
  until: z.union([z.literal('all'), z.literal('first'), z.number()]),
})
export type Each = z.infer<typeof Each>

export const Retry = z.strictObject({ attempts: z.number(), first: text, factor: z.number(), max: text })
export type Retry = z.infer<typeof Retry>

const stepKeys = {
  id: text,
  name: text,
  description: optional(text),
  instructions: optional(text),
  next: ids,
  back: optional(ids),
  priority: optional(z.enum(['low', 'medium', 'high', 'urgent'])),
  due: optional(Due),
  escalation: optional(z.array(Escalation)),
  each: optional(Each),
  end_outcome: optional(text),
}

export const ManualStep = z.strictObject({
  ...stepKeys,
  type: z.literal('manual'),
  fields: z.array(Field),
  assignee: optional(Assignee),
  reviewer: optional(Assignee),
})
export type ManualStep = z.infer<typeof ManualStep>

export const ToolStep = z.strictObject({
  ...stepKeys,
  type: z.literal('tool'),
  tool_id: z.nullable(text),
  tool_name: optional(text),
  /** Which of the tool's operations is called; without it the only one there is. */
  operation: optional(text),
  /** By which connection the tool is called. */
  connection: optional(text),
  input: optional(z.strictObject({ prompt: optional(text), parameters: optional(z.record(text, Json)) })),
  output: optional(z.record(text, z.enum(['string', 'number', 'boolean', 'json']))),
  retry: optional(Retry),
  timeout: optional(text),
  on_failure: optional(Route),
})
export type ToolStep = z.infer<typeof ToolStep>

export const ApprovalStep = z.strictObject({
  ...stepKeys,
  type: z.literal('approval'),
  approvers: z.array(Assignee),
  rule: z.union([z.literal('first'), z.literal('all'), z.number()]),
  order: Order,
  allow_self: optional(flag),
  on_reject: optional(Route),
  on_changes: optional(Route),
  output: optional(z.strictObject({ decision: optional(text), comment: optional(text), decided_by: optional(text) })),
})
export type ApprovalStep = z.infer<typeof ApprovalStep>

export const Branch = z.strictObject({ name: optional(text), when: text, next: ids })
export type Branch = z.infer<typeof Branch>

/** `else` may be missing in a draft. `next` repeats all targets in order, for readers that know lists only. */
export const ConditionStep = z.strictObject({
  ...stepKeys,
  type: z.literal('condition'),
  branches: z.array(Branch),
  else: optional(ids),
})
export type ConditionStep = z.infer<typeof ConditionStep>

export const WaitStep = z.strictObject({
  ...stepKeys,
  type: z.literal('wait'),
  for: optional(text),
  until: optional(text),
})
export type WaitStep = z.infer<typeof WaitStep>

export const SubworkflowStep = z.strictObject({
  ...stepKeys,
  type: z.literal('subworkflow'),
  workflow_id: text,
  version: optional(z.number()),
  input: optional(z.record(text, Json)),
  output: optional(z.record(text, text)),
  on_failure: optional(Route),
  on_reject: optional(Route),
})
export type SubworkflowStep = z.infer<typeof SubworkflowStep>

export const Step = z.discriminatedUnion('type', [
  ManualStep,
  ToolStep,
  ApprovalStep,
  ConditionStep,
  WaitStep,
  SubworkflowStep,
])
export type Step = z.infer<typeof Step>

export const FlowDoc = z.strictObject({
  id: optional(text),
  name: text,
  prefix: text,
  description: optional(text),
  type: z.enum(['sequential', 'parallel']),
  metadata: z.catchall(z.object({ version: text, category: text }), Json),
  start_step: text,
  steps: z.record(text, Step),
  start_fields: optional(z.array(Field)),
  variables: optional(z.record(text, Variable)),
  due: optional(Due),
})
export type FlowDoc = z.infer<typeof FlowDoc>

/** The published JSON Schema of a workflow document. */
export function workflowJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(FlowDoc, { target: 'draft-2020-12' }), title: 'Throughline workflow' }
}
