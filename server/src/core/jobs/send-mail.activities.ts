import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import type { Mailer } from '../mail/mailer.ts'
import { messageIdOf } from '../mail/message-id.ts'
import type { SealedMail } from '../mail/queue-mail.ts'

const Opened = z.object({ to: z.string(), content: z.unknown() })

/** Turns what was queued into a mail; what content there is only the areas know. */
export type Render = (content: unknown) => Promise<{ subject: string; html: string; text: string }>

export const createSendMailActivities = (ctx: Context, mailer: Mailer, render: Render) => ({
  /** A repeat after a crash carries the same Message-ID, so that receivers recognise it. */
  deliverMail: async ({ mailId, sealed }: SealedMail): Promise<void> => {
    const opened = ctx.keyring.open(ctx.keyring.systemKey(), Buffer.from(sealed, 'base64'), mailId)
    const { to, content } = Opened.parse(JSON.parse(opened.toString('utf8')))
    await mailer.send({ to, messageId: messageIdOf(ctx.config, mailId), ...(await render(content)) })
  },
})

export type SendMailActivities = ReturnType<typeof createSendMailActivities>
