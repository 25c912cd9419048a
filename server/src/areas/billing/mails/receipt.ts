import { formatDay } from '@throughline/contracts/billing-days'
import { TenantId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { receiptsAddress } from '../customer.ts'
import type { PaymentRow } from '../payments.queries.ts'

/** A receipt as it waits in the outbox. */
export const Receipt = z.object({
  kind: z.literal('receipt'),
  plan: z.string(),
  number: z.string(),
  amount: z.string(),
  until: z.string(),
  link: z.url(),
  /** The invoice that goes with it. */
  invoice: z.optional(z.object({ tenantId: TenantId, id: z.string() })),
})
export type Receipt = z.infer<typeof Receipt>

/** To the address for receipts, or to the person who paid. */
export async function queueReceipt(
  ctx: Context,
  tx: TenantTx,
  payment: PaymentRow,
  { plan, number, until, id }: { plan: string; number: string; until: string; id: string },
): Promise<void> {
  const to = await receiptsAddress(tx, payment.member_id)
  if (!to) return
  const content: Receipt = {
    kind: 'receipt',
    plan,
    number,
    amount: formatMoney(payment.amount, payment.currency),
    until: formatDay(until),
    link: `${ctx.config.APP_ORIGIN}/subscription/update`,
    invoice: { tenantId: tx.tenantId, id },
  }
  await queueMail(ctx, tx, to, content)
}
