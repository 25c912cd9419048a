import type { Context } from '../../core/context.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { askOpenPayments, type PaymentRef, settlePayment } from './settle.ts'

/** Without a provider nothing was ever ordered. */
export const createSettleActivities = (ctx: Context, provider: PaymentProvider | undefined) => ({
  async settle(ref: PaymentRef): Promise<void> {
    if (provider) await settlePayment(ctx, provider, ref)
  },
  /** How many were asked about. */
  askPayments: async (): Promise<number> => (provider ? askOpenPayments(ctx, provider) : 0),
})

export type SettleActivities = ReturnType<typeof createSettleActivities>
