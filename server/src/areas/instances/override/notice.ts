import * as z from 'zod/mini'

/** What approvers are told when their approval was overridden, as it waits in the outbox. */
export const OverrideNotice = z.object({
  kind: z.literal('approval_overridden'),
  task: z.string(),
  instance: z.string(),
  by: z.string(),
  reason: z.string(),
  link: z.url(),
})
export type OverrideNotice = z.infer<typeof OverrideNotice>
