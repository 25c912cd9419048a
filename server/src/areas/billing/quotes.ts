import { type PlanAmounts, periodAmounts, planChangeOf, upgradeAmounts } from '@throughline/contracts/billing-amounts'
import { ruleFor, taxLines } from '@throughline/contracts/taxes'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import {
  type DetailsRow,
  findDetails,
  findPlan,
  findSeller,
  findSuccessor,
  findTaxRules,
  findUsage,
  type PlanRow,
  paidPeriod,
  pricedPlan,
  type SubscriptionRow,
} from './billing.queries.ts'
import type { StoredQuote } from './payments.queries.ts'

export const notSold = () => conflict('not_sold', 'This plan isn’t sold anymore. Reload the plans and choose again.')

/** Who comes back to a plan whose row was replaced meanwhile gets the one that is sold in its place, at its price. */
export async function soldPlan(
  { db }: ReadTx,
  { plan: own, status }: SubscriptionRow,
  asked: PlanRow,
): Promise<PlanRow> {
  const isBack = status === 'lapsed' && asked.id === own.id && !asked.is_sold
  return (isBack ? await findSuccessor(db, asked) : undefined) ?? asked
}

/** Without invoice details yet, a workspace buys where the plan is offered. */
async function buyerOf({ db, tenantId }: ReadTx, plan: PlanRow): Promise<DetailsRow> {
  const nameless = { company: '', address: '', receipts_email: '', region: null, tax_number: null }
  const details = await findDetails(db, tenantId)
  return details ?? { ...nameless, country: plan.country === '*' ? 'US' : plan.country }
}

/** Or why this buyer can't be charged for it. */
async function taxedQuote(tx: ReadTx, plan: PlanRow, amounts: PlanAmounts): Promise<StoredQuote | AppError> {
  const seller = plan.seller === null ? undefined : await findSeller(tx.db, plan.seller)
  if (!seller) return notSold()
  const buyer = await buyerOf(tx, plan)
  if ((plan.country === 'IN') !== (buyer.country === 'IN'))
    return conflict('other_country', `${plan.name} isn’t sold at this price in the country of your invoice details.`)
  const rule = ruleFor(await findTaxRules(tx.db, seller.id), seller, buyer)
  if (!rule) return conflict('not_sold_there', 'We can’t sell to your country yet.')
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
  const quote = await taxedQuote(tx, plan, upgradeAmounts(current, pricedPlan(plan), subscription.today))
  if (quote instanceof AppError) throw quote
  if (quote.total === 0)
    throw conflict('nothing_to_pay', 'There’s nothing to pay for this change. Please contact support.')
  return quote
}

/** Runs begin anew with each month: people and files have to fit. */
export async function fits({ db, tenantId }: ReadTx, plan: PlanRow): Promise<boolean> {
  const { people, storage } = await findUsage(db, tenantId, '')
  return (plan.people === null || people <= plan.people) && (plan.storage === null || storage <= plan.storage)
}

export interface NextPlan {
  plan: PlanRow
  /** Whether people and files fit by now. */
  fits: boolean
}

/** The smaller plan that was chosen to come next. */
export async function findNextPlan(tx: ReadTx, { next_plan_id: id }: SubscriptionRow): Promise<NextPlan | undefined> {
  const plan = id === null ? undefined : await findPlan(tx.db, id)
  return plan && { plan, fits: await fits(tx, plan) }
}

/** What begins when the paid period ends: the smaller plan that was chosen, if it fits, or the same again. */
export const renewedPlanOf = ({ plan, price }: SubscriptionRow, next: NextPlan | undefined): PlanRow =>
  // What was agreed upon stays, whatever the plan costs others by now.
  next?.fits ? next.plan : { ...plan, price }

export const renewedPlan = async (tx: ReadTx, subscription: SubscriptionRow): Promise<PlanRow> =>
  renewedPlanOf(subscription, await findNextPlan(tx, subscription))

function taxedRenewal(tx: ReadTx, { period_to: from, anchor }: SubscriptionRow, plan: PlanRow) {
  if (from === null) throw new Error('what has no end is not renewed')
  return taxedQuote(tx, plan, periodAmounts(pricedPlan(plan), from, anchor ?? from))
}

/** Undefined where there is no tax rule for the buyer anymore: what can't be priced is charged by nobody. */
export async function findRenewalQuote(
  tx: ReadTx,
  subscription: SubscriptionRow,
  plan: PlanRow,
): Promise<StoredQuote | undefined> {
  const quote = await taxedRenewal(tx, subscription, plan)
  return quote instanceof AppError ? undefined : quote
}

/** Throws where the renewal can't be priced, with the reason. */
export async function requireRenewalQuote(tx: ReadTx, subscription: SubscriptionRow, plan: PlanRow): Promise<void> {
  const quote = await taxedRenewal(tx, subscription, plan)
  if (quote instanceof AppError) throw quote
}
