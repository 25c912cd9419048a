import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  chooseNextPlan,
  getBillingDetails,
  getPlan,
  getPlans,
  getSubscriptions,
  listPayments,
  openCardCheck,
  openPayment,
  type PLAN_COUNTRIES,
  setAutoRenew,
  setBillingDetails,
  startTrial,
  verifyPayment,
} from '@throughline/contracts/billing'
import type { Body } from '@throughline/contracts/endpoint'
import type { PlanId, SubscriptionId } from '@throughline/contracts/ids'
import { api } from '../../shared/api.ts'
import { billingKey } from './billing.keys.ts'

/** Apart from the rest: an order is opened for the person who pays, and never by itself. */
export const orderKey = ['billing-order'] as const

export type PlanCountry = (typeof PLAN_COUNTRIES)[number]

export const plansQuery = (country_code: PlanCountry) =>
  queryOptions({
    queryKey: [...billingKey, 'plans', country_code],
    queryFn: ({ signal }) => api(getPlans, { query: { country_code } }, { signal }),
  })

export const planQuery = (planId: PlanId) =>
  queryOptions({
    queryKey: [...billingKey, 'plan', planId],
    queryFn: ({ signal }) => api(getPlan, { params: { planId } }, { signal }),
  })

/** The workspace's subscription with what was paid for it; undefined where there is none. */
export const ownSubscriptionQuery = queryOptions({
  queryKey: [...billingKey, 'subscription'],
  queryFn: async ({ signal }) => {
    const found = await api(getSubscriptions, { query: { history: true } }, { signal })
    return found.find(({ status }) => status === 'Active') ?? found[0] ?? null
  },
})

/** The payments that come after those of the subscription, whose list goes on at `next`. */
export const olderPaymentsQuery = (next: string) =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'payments', next],
    queryFn: ({ pageParam: cursor, signal }) => api.page(listPayments, { query: { cursor } }, { signal }),
    initialPageParam: next,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const detailsQuery = queryOptions({
  queryKey: [...billingKey, 'details'],
  queryFn: ({ signal }) => api(getBillingDetails, undefined, { signal }),
})

/** An order that is open already is found again: opening it is harmless to repeat. */
export const orderQuery = (plan_id: PlanId) =>
  queryOptions({
    queryKey: [...orderKey, plan_id],
    queryFn: ({ signal }) => api(openPayment, { body: { plan_id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export const billingCalls = {
  verify: (body: Body<typeof verifyPayment>) => api(verifyPayment, { body }),
  setAutoRenew: (subscriptionId: SubscriptionId, auto_renew: boolean) =>
    api(setAutoRenew, { params: { subscriptionId }, body: { auto_renew } }),
  chooseNextPlan: (subscriptionId: SubscriptionId, plan_id: PlanId | null) =>
    api(chooseNextPlan, { params: { subscriptionId }, body: { plan_id } }),
  startTrial: (plan_id: PlanId) => api(startTrial, { body: { plan_id } }),
  openCardCheck: () => api(openCardCheck),
  setDetails: (body: Body<typeof setBillingDetails>) => api(setBillingDetails, { body }),
}
