import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { findDetails } from '../billing.queries.ts'
import type { PaymentRow } from '../payments.queries.ts'

/** A receipt as it waits in the outbox. */
export const Receipt = z.object({
  kind: z.literal('receipt'),
  plan: z.string(),
  number: z.string(),
  amount: z.string(),
  until: z.string(),
  link: z.url(),
})
export type Receipt = z.infer<typeof Receipt>

async function addressOf({ db, tenantId }: TenantTx, memberId: string): Promise<string | undefined> {
  const details = await findDetails(db, tenantId)
  if (details?.receipts_email) return details.receipts_email
  const member = db.selectFrom('members').select('email').where('tenant_id', '=', tenantId).where('id', '=', memberId)
  return (await member.executeTakeFirst())?.email
}

/** To the address for receipts, or to the person who paid. */
export async function queueReceipt(
  ctx: Context,
  tx: TenantTx,
  payment: PaymentRow,
  { plan, number, until }: { plan: string; number: string; until: string },
): Promise<void> {
  const to = await addressOf(tx, payment.member_id)
  if (!to) return
  const content: Receipt = {
    kind: 'receipt',
    plan,
    number,
    amount: formatMoney(payment.amount, payment.currency),
    until: formatDay(until),
    link: `${ctx.config.APP_ORIGIN}/subscription/update`,
  }
  await queueMail(ctx, tx, to, content)
}
