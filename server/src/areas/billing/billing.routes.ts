import {
  getBillingDetails,
  getPlan,
  getPlans,
  getSubscription,
  getSubscriptions,
  openPayment,
  setAutoRenew,
  setBillingDetails,
  verifyPayment,
} from '@throughline/contracts/billing'
import type { Mount } from '../../core/http/call.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import { listSubscriptions, renew, subscription } from './billing.service.ts'
import { changeDetails, readDetails } from './details.service.ts'
import * as payments from './payments.service.ts'
import { listPlans, readPlan } from './plans.service.ts'

export const billingRoutes = (provider: PaymentProvider | undefined) => (on: Mount) => {
  on(getSubscription, ({ ctx, viewer }) => subscription(ctx, viewer))
  on(getPlans, ({ ctx, viewer, query }) => listPlans(ctx, provider, viewer, query.country_code))
  on(getPlan, ({ ctx, viewer, params }) => readPlan(ctx, viewer, params.planId))
  on(getSubscriptions, ({ ctx, viewer, query }) => listSubscriptions(ctx, viewer, query.history))
  on(getBillingDetails, ({ ctx, viewer }) => readDetails(ctx, viewer))
  on(setBillingDetails, ({ ctx, viewer, body }) => changeDetails(ctx, viewer, body))
  on(setAutoRenew, ({ ctx, viewer, params, body }) => renew(ctx, viewer, params.subscriptionId, body.auto_renew))
  // Both speak with the provider between their transactions, and are harmless to repeat.
  on(openPayment, ({ ctx, viewer, body }) => payments.openPayment(ctx, provider, viewer, body.plan_id), {
    once: 'never',
  })
  on(verifyPayment, ({ ctx, viewer, body }) => payments.verifyPayment(ctx, provider, viewer, body), { once: 'never' })
}
