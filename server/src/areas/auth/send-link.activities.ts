import type { Context } from '../../core/context.ts'
import type { Mailer } from '../../core/mail/mailer.ts'
import { sendLink } from './send-link.ts'

export const createSendLinkActivities = (ctx: Context, mailer: Mailer) => ({
  sendLink: (input: { id: string; sealed: string }) => sendLink(ctx, mailer, input.id, input.sealed),
})

export type SendLinkActivities = ReturnType<typeof createSendLinkActivities>
