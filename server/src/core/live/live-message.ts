import * as z from 'zod/mini'

/** What travels through Redis to every API process. */
export const LiveMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('live'),
    tenantId: z.string(),
    frames: z.array(z.object({ type: z.string(), id: z.string() })),
  }),
  z.object({ kind: z.literal('inbox'), tenantId: z.string(), memberId: z.string(), notification: z.json() }),
  z.object({ kind: z.literal('signed_out'), sessionIds: z.array(z.string()) }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
