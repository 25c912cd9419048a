import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Json } from './json.ts'
import { workflowParams } from './workflows.ts'

/** What came of a test call of a tool step; `under_way` until the worker has made it. */
export const TestCall = z.object({
  id: z.uuid(),
  state: z.enum(['under_way', 'answered', 'failed']),
  /** What was sent, without secrets. */
  sent: z.record(z.string(), Json),
  /** Of an answer: what it gave back, by name. */
  output: z.nullable(z.record(z.string(), Json)),
  /** In words: why it failed, or what people should know of the answer. */
  text: z.nullable(z.string()),
  took: z.nullable(z.number()),
})
export type TestCall = z.infer<typeof TestCall>

const response = z.object({ data: TestCall })

export const makeTestCall = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/test-call/',
  summary: 'Really make the call of a tool step of the draft, once, with sample values and marked as a test',
  access: 'workflows.publish',
  rate: 'mail',
  status: 202,
  params: workflowParams,
  body: z.strictObject({ step: z.string().check(z.maxLength(200)) }),
  response,
})

export const getTestCall = endpoint({
  method: 'GET',
  path: '/v1/workflows/test-calls/:testCallId/',
  summary: 'What came of a test call of one’s own',
  access: 'workflows.publish',
  rate: 'read',
  params: z.object({ testCallId: z.uuid() }),
  response,
})
