import {
  chooseNextPlan,
  downloadInvoice,
  getBillingDetails,
  getPlan,
  getPlans,
  getSubscription,
  getSubscriptions,
  listPayments,
  notifyAdministrators,
  openCardCheck,
  openPayment,
  setAutoRenew,
  setBillingDetails,
  startTrial,
  verifyPayment,
} from '@throughline/contracts/billing'
import type { Mount } from '../../core/http/call.ts'
import type { PaymentProvider } from '../../core/payments/provider.ts'
import type { Storage } from '../../core/storage/storage.ts'
import * as service from './billing.service.ts'
import { changeDetails, readDetails } from './details.service.ts'
import { readPayments } from './history.service.ts'
import { sendInvoice } from './invoice-file/invoice-file.service.ts'
import * as payments from './payments.service.ts'
import { listPlans, readPlan } from './plans.service.ts'

export const billingRoutes = (provider: PaymentProvider | undefined, storage: Storage) => (on: Mount) => {
  on(getSubscription, ({ ctx, viewer }) => service.subscription(ctx, viewer))
  on(getPlans, ({ ctx, viewer, query }) => listPlans(ctx, provider, viewer, query.country_code))
  on(getPlan, ({ ctx, viewer, params }) => readPlan(ctx, viewer, params.planId))
  on(getSubscriptions, ({ ctx, viewer, query }) => service.listSubscriptions(ctx, viewer, query.history))
  on(getBillingDetails, ({ ctx, viewer }) => readDetails(ctx, viewer))
  on(setBillingDetails, ({ ctx, viewer, body }) => changeDetails(ctx, viewer, body))
  on(setAutoRenew, ({ ctx, viewer, params, body }) =>
    service.renew(ctx, viewer, params.subscriptionId, body.auto_renew),
  )
  on(chooseNextPlan, ({ ctx, viewer, params, body }) =>
    service.chooseNextPlan(ctx, viewer, params.subscriptionId, body.plan_id),
  )
  on(startTrial, ({ ctx, viewer, body }) => service.startTrial(ctx, viewer, body.plan_id))
  on(notifyAdministrators, ({ ctx, viewer }) => service.notifyAdministrators(ctx, viewer))
  on(downloadInvoice, ({ ctx, viewer, params, reply }) =>
    sendInvoice(ctx, storage, viewer, { id: params.invoiceId, reply }),
  )
  on(listPayments, async ({ ctx, viewer, query, reply }) => {
    const { data, next } = await readPayments(ctx, viewer, query)
    if (next) reply.header('x-next-cursor', next)
    return data
  })
  // These speak with the provider between their transactions, and are harmless to repeat.
  on(openPayment, ({ ctx, viewer, body }) => payments.openPayment(ctx, provider, viewer, body.plan_id), {
    once: 'never',
  })
  on(verifyPayment, ({ ctx, viewer, body }) => payments.verifyPayment(ctx, provider, viewer, body), { once: 'never' })
  on(openCardCheck, ({ ctx, viewer }) => payments.openCardCheck(ctx, provider, viewer), { once: 'never' })
}
