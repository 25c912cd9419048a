import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { findDetails } from '../billing.queries.ts'
import { findAdministrators } from '../renewals.queries.ts'
import type { NoticeText } from './notice.texts.ts'

/** A notice as it waits in the outbox. */
export const BillingNotice = z.object({
  kind: z.literal('billing_notice'),
  subject: z.string(),
  body: z.string(),
  note: z.optional(z.string()),
  link: z.url(),
})
export type BillingNotice = z.infer<typeof BillingNotice>

/** To all who can pay, and to the address for receipts. */
export async function queueNotice(ctx: Context, tx: TenantTx, text: NoticeText): Promise<void> {
  const administrators = await findAdministrators(tx.db, tx.tenantId)
  const details = await findDetails(tx.db, tx.tenantId)
  const addresses = new Set(administrators.map(({ email }) => email))
  if (details?.receipts_email) addresses.add(details.receipts_email)
  const link = `${ctx.config.APP_ORIGIN}/subscription/update`
  const content: BillingNotice = { kind: 'billing_notice', ...text, link }
  for (const address of addresses) await queueMail(ctx, tx, address, content)
}
