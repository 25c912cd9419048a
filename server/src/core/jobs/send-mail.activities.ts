import type { Context } from '../context.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messageIdOf } from '../mail/message-id.ts'
import { openMail, type SealedMail } from '../mail/queue-mail.ts'
import type { RenderedMail } from '../mail/render-element.ts'

/** Turns what was queued into a mail; what content there is only the areas know. */
export type Render = (content: unknown) => Promise<RenderedMail>

/** Whether somebody is told that the mail server refused this mail; then it is not tried again. */
export type NoteRefused = (content: unknown) => Promise<boolean>

/**
 * The server answered, and will answer the same tomorrow: no such mailbox, no such domain. Of the address it may say so by
 * any code that is final; elsewhere those below 550 are about how it is spoken to.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')) return false
  const { responseCode } = error
  if ('command' in error && error.command === 'RCPT TO') return responseCode >= 500 && responseCode < 600
  return responseCode >= 550 && responseCode < 560
}

export const createSendMailActivities = (
  ctx: Context,
  mailer: Mailer,
  render: Render,
  noteRefused: NoteRefused = async () => false,
) => ({
  /** A repeat after a crash carries the same Message-ID, so that receivers recognise it. */
  deliverMail: async (mail: SealedMail): Promise<void> => {
    const { to, content } = await openMail(ctx, mail)
    try {
      await mailer.send({ to, messageId: messageIdOf(ctx.config, mail.mailId), ...(await render(content)) })
    } catch (error) {
      if (!isRefused(error) || !(await noteRefused(content))) throw error
    }
  },
})

export type SendMailActivities = ReturnType<typeof createSendMailActivities>
