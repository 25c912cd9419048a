import type { Context } from '../context.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messageIdOf } from '../mail/message-id.ts'
import { openMail, type SealedMail } from '../mail/queue-mail.ts'
import type { RenderedMail } from '../mail/render-element.ts'

/** Turns what was queued into a mail; what content there is only the areas know. */
export type Render = (content: unknown) => Promise<RenderedMail>

export const createSendMailActivities = (ctx: Context, mailer: Mailer, render: Render) => ({
  /** A repeat after a crash carries the same Message-ID, so that receivers recognise it. */
  deliverMail: async (mail: SealedMail): Promise<void> => {
    const { to, content } = await openMail(ctx, mail)
    await mailer.send({ to, messageId: messageIdOf(ctx.config, mail.mailId), ...(await render(content)) })
  },
})

export type SendMailActivities = ReturnType<typeof createSendMailActivities>
