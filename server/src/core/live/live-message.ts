import * as z from 'zod/mini'

/** What travels through Redis to every API process. */
export const LiveMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('live'),
    tenantId: z.string(),
    frames: z.array(
      z.object({
        type: z.string(),
        id: z.string(),
        task: z.optional(z.string()),
        instance: z.optional(z.string()),
        workflow: z.optional(z.string()),
        /** Members; without it everybody of the tenant. */
        to: z.optional(z.array(z.string())),
      }),
    ),
  }),
  /** Messages that have changed, by member: each process reads them for the members whose pages it serves. */
  z.object({
    kind: z.literal('inbox'),
    tenantId: z.string(),
    changed: z.array(z.tuple([z.string(), z.string()])),
  }),
  z.object({
    kind: z.literal('signed_out'),
    sessionIds: z.array(z.string()),
    /** locked_out: somebody else ended it, and signing in again would not help. */
    reason: z.optional(z.enum(['signed_out', 'locked_out'])),
  }),
  /** These sessions go on in another workspace, or may hear more or less than before: their pages come back so. */
  z.object({ kind: z.literal('moved'), sessionIds: z.array(z.string()) }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
