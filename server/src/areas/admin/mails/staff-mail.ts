import * as z from 'zod/mini'

const link = z.url()

/** What staff have mailed to people, as it waits in the outbox. */
export const StaffMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account_approved'), link }),
  z.object({
    kind: z.literal('role_changed_by_staff'),
    organization: z.string(),
    person: z.string(),
    role: z.string(),
    reason: z.string(),
    link,
  }),
  /** Without `expires_days` there is an account already. */
  z.object({
    kind: z.literal('waitlist_invitation'),
    reg_id: z.string(),
    link,
    expires_days: z.nullable(z.number()),
  }),
])
export type StaffMail = z.infer<typeof StaffMail>
