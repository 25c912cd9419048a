import * as z from 'zod/mini'

/** What is tested; the configuration itself stands sealed beside it. */
export const ConnectionTrial = z.object({
  kind: z.literal('connection'),
  tool: z.string(),
  connection: z.nullable(z.string()),
  /** Once the test has passed, the connection gets what was tested. */
  take: z.boolean(),
})
export type ConnectionTrial = z.infer<typeof ConnectionTrial>

/** As the worker leaves it. */
export const TrialAnswer = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ text: z.string(), ok: z.boolean(), ms: z.number(), problem: z.nullable(z.string()) })),
  text: z.nullable(z.string()),
  took: z.number(),
  private_address: z.boolean(),
  taken: z.boolean(),
})
export type TrialAnswer = z.infer<typeof TrialAnswer>

/** What a configuration is sealed for while it is tested. */
export const trialAad = (tenantId: string, id: string): string => `test_calls:${tenantId}:${id}`
