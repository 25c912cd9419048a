import {
  type PlanAmounts,
  type PricedPlan,
  periodAmounts,
  planChangeOf,
  upgradeAmounts,
} from '@throughline/contracts/billing-amounts'
import { ruleFor, taxLines } from '@throughline/contracts/taxes'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import {
  type DetailsRow,
  findDetails,
  findPlan,
  findSeller,
  findTaxRules,
  findUsage,
  type PlanRow,
  paidPeriod,
  pricedPlan,
  type SubscriptionRow,
} from './billing.queries.ts'
import type { StoredQuote } from './payments.queries.ts'

export const notSold = () => conflict('not_sold', 'This plan isn’t sold anymore. Reload the plans and choose again.')

/** Without invoice details yet, a workspace buys where the plan is offered. */
async function buyerOf({ db, tenantId }: ReadTx, plan: PlanRow): Promise<DetailsRow> {
  const details = await findDetails(db, tenantId)
  const nameless = { company: '', address: '', receipts_email: '', region: null, tax_number: null }
  if (!details) return { ...nameless, country: plan.country === '*' ? 'US' : plan.country }
  if ((plan.country === 'IN') !== (details.country === 'IN'))
    throw conflict('other_country', `${plan.name} isn’t sold at this price in the country of your invoice details.`)
  return details
}

async function withTaxes(tx: ReadTx, plan: PlanRow, amounts: PlanAmounts): Promise<StoredQuote> {
  const seller = plan.seller === null ? undefined : await findSeller(tx.db, plan.seller)
  if (!seller) throw notSold()
  const buyer = await buyerOf(tx, plan)
  const rule = ruleFor(await findTaxRules(tx.db, seller.id), seller, buyer)
  if (!rule) throw conflict('not_sold_there', 'We can’t sell to your country yet.')
  const taxes = taxLines(rule, buyer, amounts.net)
  const total = taxes.reduce((sum, { amount }) => sum + amount, amounts.net)
  return { ...amounts, taxes, total, buyer }
}

/** What beginning this plan today costs: the screen, the order and the invoice print these lines. */
export async function quoteFor(tx: ReadTx, subscription: SubscriptionRow, plan: PlanRow): Promise<StoredQuote> {
  if (!plan.is_sold || plan.is_trial || plan.plan_type === 'enterprise' || plan.seller === null) throw notSold()
  const current = paidPeriod(subscription)
  const change = planChangeOf(current, pricedPlan(plan))
  if (change === 'current') throw conflict('current_plan', 'You’re already on this plan.')
  if (change === 'other_currency') throw conflict('other_currency', 'Your plan is paid in another currency.')
  if (change === 'at_end') throw conflict('smaller_plan', 'This plan can start when your paid period ends.')
  const quote = await withTaxes(tx, plan, upgradeAmounts(current, pricedPlan(plan), subscription.today))
  if (quote.total === 0)
    throw conflict('nothing_to_pay', 'There’s nothing to pay for this change. Please contact support.')
  return quote
}

/** Runs begin anew with each month: people and files have to fit. */
export async function fits({ db, tenantId }: ReadTx, plan: PlanRow): Promise<boolean> {
  const { people, storage } = await findUsage(db, tenantId, '')
  return (plan.people === null || people <= plan.people) && (plan.storage === null || storage <= plan.storage)
}

/** The plan that begins when the paid period ends: a smaller one that was chosen, if it fits, or the same again. */
export async function renewedPlan(tx: ReadTx, subscription: SubscriptionRow): Promise<PlanRow> {
  const { next_plan_id, plan, price } = subscription
  const next = next_plan_id === null ? undefined : await findPlan(tx.db, next_plan_id)
  // What was agreed upon stays, whatever the plan costs others by now.
  return next && (await fits(tx, next)) ? next : { ...plan, price }
}

export async function renewalQuote(tx: ReadTx, subscription: SubscriptionRow, plan: PlanRow): Promise<StoredQuote> {
  const { period_to: from, anchor } = subscription
  if (from === null) throw new Error('what has no end is not renewed')
  const priced: PricedPlan = pricedPlan(plan)
  return withTaxes(tx, plan, periodAmounts(priced, from, anchor ?? from))
}
