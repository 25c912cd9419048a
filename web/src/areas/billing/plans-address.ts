import { PLAN_COUNTRIES, PLAN_TYPES } from '@throughline/contracts/billing'
import { BILLING_PERIODS, type BillingPeriod } from '@throughline/contracts/billing-days'
import { isOne } from '../../shared/address-params.ts'
import type { PlanCountry } from './billing.api.ts'

export type PlanKind = (typeof PLAN_TYPES)[number]

export type PlansAddress = {
  country?: PlanCountry
  kind?: PlanKind
  period?: BillingPeriod
}

/** What was chosen on the page of plans; anything else is left out. */
export const plansAddress = ({ country, kind, period }: Record<string, unknown>): PlansAddress => ({
  ...(isOne(PLAN_COUNTRIES, country) && { country }),
  ...(isOne(PLAN_TYPES, kind) && { kind }),
  ...(isOne(BILLING_PERIODS, period) && { period }),
})
