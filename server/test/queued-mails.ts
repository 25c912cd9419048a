import { TenantId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import { MailContent } from '../src/areas/auth/mails/mail-content.ts'
import type { Context } from '../src/core/context.ts'
import { openMail } from '../src/core/mail/queue-mail.ts'
import type { TestApi } from './api.ts'

const Queued = z.object({
  args: z.object({ mailId: z.string(), sealed: z.string(), tenantId: z.optional(TenantId) }),
})

/** An engine that cannot be reached: what is queued stays in the outbox, where a test can look at it. */
export const ENGINE_AWAY = { TEMPORAL_ADDRESS: '127.0.0.1:1' }

/** A mail as it waits in the outbox. */
export const openQueued = (ctx: Context, payload: unknown) => openMail(ctx, z.parse(Queued, payload).args)

/** What waits to be mailed to this address, opened with the product's own keys. */
export async function queuedContents({ database, ctx }: TestApi, to: string): Promise<unknown[]> {
  const { rows } = await database.admin((admin) =>
    admin.query<{ payload: unknown }>(`select payload from outbox where payload->>'workflow' = 'sendMail' order by id`),
  )
  const mails = await Promise.all(rows.map(({ payload }) => openQueued(ctx, payload)))
  return mails.filter((mail) => mail.to === to).map(({ content }) => content)
}

export const queuedMails = async (api: TestApi, to: string): Promise<MailContent[]> =>
  (await queuedContents(api, to)).map((content) => z.parse(MailContent, content))

/** The verification string a link ends with. */
export const stringOf = (link: string) => link.slice(link.lastIndexOf('/') + 1)
