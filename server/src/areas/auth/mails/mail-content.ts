import * as z from 'zod/mini'

const link = z.url()

/** What a mail is about, as it waits in the outbox; its words come when it is sent. */
export const MailContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('registration'), link, expires_hours: z.number() }),
  z.object({ kind: z.literal('account_exists'), link }),
  z.object({ kind: z.literal('password_reset'), link, expires_minutes: z.number() }),
  /** To the new address, which counts once the link is followed. */
  z.object({ kind: z.literal('email_change'), link, expires_hours: z.number() }),
  /** To the old address, after the change. */
  z.object({ kind: z.literal('email_changed'), new_email: z.string() }),
  z.object({
    kind: z.literal('invitation'),
    link,
    organization: z.string(),
    role: z.string(),
    invited_by: z.string(),
    expires_days: z.number(),
  }),
])
export type MailContent = z.infer<typeof MailContent>

export type ContentOf<Kind extends MailContent['kind']> = Extract<MailContent, { kind: Kind }>
