import * as z from 'zod/mini'

/** What admins are told when the mail budget is used up, as it waits in the outbox. */
export const BudgetNotice = z.object({
  kind: z.literal('mail_budget_used_up'),
  organization: z.string(),
  /** Absent where the reader may not see it. */
  instance: z.optional(z.string()),
  /** As it is written, in the organization's time zone. */
  until: z.string(),
  link: z.url(),
})
export type BudgetNotice = z.infer<typeof BudgetNotice>
