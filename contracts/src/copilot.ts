import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FlowDoc } from './workflow-document.ts'

/** Which words of the text became what; words that became nothing have no step. */
const Reading = z.object({
  quote: z.string(),
  step: z.optional(z.string()),
  text: z.string(),
  /** Somebody should look at what was made of it. */
  unsure: z.optional(z.literal(true)),
})

export const draftByCopilot = endpoint({
  method: 'POST',
  path: '/v1/agents/multi-agent-workflow/',
  summary: 'Draft a workflow from a description in plain sentences; nothing is stored',
  access: 'workflows.publish',
  rate: 'write',
  body: z.strictObject({
    query: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a description of the workflow you want to create'),
        z.maxLength(4000),
      ),
  }),
  response: z.extend(FlowDoc, {
    /** What wrote the draft. `rules`: the built-in drafter, no language model. */
    drafter: z.enum(['rules']),
    reading: z.array(Reading),
  }),
})
