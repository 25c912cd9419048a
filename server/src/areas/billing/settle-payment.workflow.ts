import { defineSignal, proxyActivities, setHandler } from '@temporalio/workflow'
import type { SettleActivities } from './settle-payment.activities.ts'

export const poke = defineSignal('poke')

const { settle, askPayments } = proxyActivities<SettleActivities>({
  startToCloseTimeout: '2 minutes',
  // From then on the Schedule alone asks: a hundred times, then each hour for three days, or until all is given back.
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** Asks about one order, and again where something was reported meanwhile. */
export async function settlePayment(ref: { tenantId: string; paymentId: string }): Promise<void> {
  let again = true
  setHandler(poke, () => {
    again = true
  })
  while (again) {
    again = false
    await settle(ref)
  }
}

/** Asks about every order that is due to be asked about. */
export async function askOpenPayments(): Promise<void> {
  while ((await askPayments()) > 0);
}
