import type { TenantId } from '@throughline/contracts/ids'
import { Json } from '@throughline/contracts/json'
import * as z from 'zod/mini'

/** A question whose answer is to be JSON of this schema. What people wrote is in `data` alone, never in `task`. */
export type ModelQuestion = {
  task: string
  data: z.infer<typeof Json>
  schema: { name: string; schema: Record<string, z.infer<typeof Json>> }
  maxTokens: number
}

export type ModelCallInput = {
  tenantId: string
  modelId: string
  question: ModelQuestion
}

/** What became of a question: what the model said, still unread, or why there is no answer, in words. */
export const ModelReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), content: z.string(), took: z.number(), tokens: z.nullable(z.number()) }),
  z.object({ ok: z.literal(false), problem: z.string() }),
])
export type ModelReply = z.infer<typeof ModelReply>

/** Asks a model of the workspace, wherever its key may be opened. */
export type AskModel = (tenantId: TenantId, modelId: string, question: ModelQuestion) => Promise<ModelReply>

/** Longer questions are not sent. */
export const MAX_QUESTION = 300_000
