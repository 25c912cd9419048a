import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { InstanceId, TeamId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { FlowDoc } from './workflow-document.ts'
import { Edit } from './workflow-edits.ts'
import { Author, difference } from './workflows.ts'

/** Which words of the text became what; words that became nothing have no step. */
const Reading = z.object({
  quote: z.string(),
  step: z.optional(z.string()),
  text: z.string(),
  /** Somebody should look at what was made of it. */
  unsure: z.optional(z.literal(true)),
})

/** What wrote an answer. `rules`: the built-in drafter, no language model. */
const drafted = {
  drafter: z.enum(['rules', 'model']),
  /** Of the workspace, whether it answered or not; null where none is chosen. */
  model: z.nullable(z.object({ name: z.string(), host: z.string() })),
  /** Why the rules answered although a model is chosen. */
  note: z.nullable(z.string()),
  /** How long the model took, in ms. */
  took: z.nullable(z.number()),
}

/** Edits that are taken or left together. */
export const ProposedChange = z.object({
  id: z.string(),
  /** The words of the instruction that it comes from; empty where nobody asked for it. */
  quote: z.string(),
  /** Left out unless somebody takes it. */
  is_guess: z.boolean(),
  /** Those it cannot be taken without. */
  needs: z.array(z.string()),
  edits: z.array(Edit),
  /** What it changes by itself, once those that it needs are taken. */
  changes: z.array(z.object(difference)),
})
export type ProposedChange = z.infer<typeof ProposedChange>

/** Changes for a draft. Nothing of it is stored. */
export const Proposal = z.object({
  ...drafted,
  /** The draft that it was made for. */
  base_version: z.number(),
  diff: z.array(ProposedChange),
  not_done: z.array(z.object({ quote: z.string(), reason: z.string() })),
  /** Whom the changes name: for labels. */
  refs: z.object({ teams: z.array(z.object({ id: TeamId, name: z.string() })), people: z.array(Author) }),
  /** Of the draft with all of the changes, checked like any draft. */
  errors: z.number(),
  warnings: z.number(),
})
export type Proposal = z.infer<typeof Proposal>

export const draftByCopilot = endpoint({
  method: 'POST',
  path: '/v1/agents/multi-agent-workflow/',
  summary:
    'Draft a workflow from plain sentences; with `workflow_id` answer changes for its draft instead. Nothing is stored',
  access: 'workflows.publish',
  rate: 'model',
  body: z.strictObject({
    query: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a description of the workflow you want to create'),
        z.maxLength(4000),
      ),
    workflow_id: z.optional(WorkflowId),
    /** The draft that the changes are for; a stale one answers 409. */
    base_version: z.optional(z.number().check(z.int())),
  }),
  response: z.union([z.extend(FlowDoc, { ...drafted, reading: z.array(Reading) }), Proposal]),
})

/** Why a step stopped, in words. */
export const Explanation = z.object({
  ...drafted,
  title: z.string(),
  happened: z.string(),
  why: z.string(),
  to_do: z.string(),
  workflow_id: WorkflowId,
  /** For the draft, where one change would help and the viewer may edit it. */
  change: z.nullable(ProposedChange),
  /** All that the model was told, or would have been. */
  saw: z.object({
    step: z.record(z.string(), Json),
    attempts: z.array(z.object({ at: z.string(), took: z.number(), problem: z.string() })),
  }),
})
export type Explanation = z.infer<typeof Explanation>

export const explainStep = endpoint({
  method: 'POST',
  path: '/v1/agents/explain/',
  summary: 'Explain why a step of an instance stopped, from its settings and its masked attempts. Nothing is stored',
  access: 'work.view',
  rate: 'model',
  body: z.strictObject({ instance_id: InstanceId, step: z.string().check(z.maxLength(200)) }),
  response: Explanation,
})
