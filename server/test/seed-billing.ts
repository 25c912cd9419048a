import { PlanId } from '@throughline/contracts/ids'
import { openPayment } from '../src/areas/billing/payments.service.ts'
import { settlePayment } from '../src/areas/billing/settle.ts'
import type { Context } from '../src/core/context.ts'
import { asMigrator } from '../src/core/db/migrator.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { createPaymentProvider } from '../src/core/payments/provider.ts'
import type { Cast } from './cast.ts'
import { CARD } from './payments-simulator.ts'
import { sellPlans } from './plans.ts'

const SOLD = ['sellers', 'tax_rules', 'plans']

/** Rows that an operator writes: nobody else may, so that they are written while the owner is let in. */
const offerPlans = () =>
  asMigrator(async (client) => {
    await client.query('begin')
    await client.query('set local role tl_owner')
    for (const table of SOLD) await client.query(`alter table ${table} no force row level security`)
    const plans = await sellPlans(client)
    for (const table of SOLD) await client.query(`alter table ${table} force row level security`)
    await client.query('commit')
    return plans
  })

/** Plans are sold where the stack has a payment provider, and both firms have paid for theirs. */
export async function seedBilling(ctx: Context, cast: Cast): Promise<void> {
  const { PAYMENTS_API_URL } = ctx.config
  const provider = createPaymentProvider(ctx.config, createEgress({ trustedOrigins: [PAYMENTS_API_URL] }))
  if (!provider) return
  const plans = await offerPlans()
  for (const [username, plan] of [
    ['helena', 'Business US yearly'],
    ['callum', 'Team US monthly'],
  ] as const) {
    const viewer = await cast.viewer(username)
    const order = await openPayment(ctx, provider, viewer, PlanId.parse(plans[plan]))
    const entry = { order_id: order.razorpay_order_id, card: CARD.paid, expires: '2031-02' }
    await fetch(`${PAYMENTS_API_URL}/v1/checkout/pay`, { method: 'POST', body: JSON.stringify(entry) })
    await settlePayment(ctx, provider, { tenantId: viewer.tenantId, paymentId: order.payment_id })
  }
}
