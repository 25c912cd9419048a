import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const SubscriptionSummary = z.object({
  plan: z.string(),
  /** Active, Trial, Lapsed or Canceled, as people read it. */
  status: z.string(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  auto_renew: z.boolean(),
})
export type SubscriptionSummary = z.infer<typeof SubscriptionSummary>

export const getSubscription = endpoint({
  method: 'GET',
  path: '/v1/subscriptions/me/',
  summary: "The active workspace's subscription",
  access: 'signed_in',
  rate: 'read',
  always_open: true,
  response: SubscriptionSummary,
})
