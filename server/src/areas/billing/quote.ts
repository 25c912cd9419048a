import type { Quote } from '@throughline/contracts/billing'
import { planChangeOf, upgradeAmounts } from '@throughline/contracts/billing-amounts'
import { ruleFor, type TaxParty, taxLines } from '@throughline/contracts/taxes'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import {
  findDetails,
  findSeller,
  findTaxRules,
  type PlanRow,
  paidPeriod,
  pricedPlan,
  type SubscriptionRow,
} from './billing.queries.ts'

export const notSold = () => conflict('not_sold', 'This plan isn’t sold anymore. Reload the plans and choose again.')

/** Who has given no invoice details yet buys where the plan is offered. */
async function buyerOf({ db, tenantId }: ReadTx, plan: PlanRow): Promise<TaxParty> {
  const details = await findDetails(db, tenantId)
  if (!details) return { country: plan.country === '*' ? 'US' : plan.country, region: null, tax_number: null }
  if ((plan.country === 'IN') !== (details.country === 'IN'))
    throw conflict('other_country', 'This price is for another country than your invoice details name.')
  return details
}

/** What beginning this plan today costs: the screen, the order and the invoice print these lines. */
export async function quoteFor(tx: ReadTx, subscription: SubscriptionRow, plan: PlanRow): Promise<Quote> {
  const seller = plan.seller === null ? undefined : await findSeller(tx.db, plan.seller)
  if (!plan.is_sold || plan.is_trial || plan.plan_type === 'enterprise' || !seller) throw notSold()
  const current = paidPeriod(subscription)
  const change = planChangeOf(current, pricedPlan(plan))
  if (change === 'current') throw conflict('current_plan', 'This is your plan already.')
  if (change === 'other_currency') throw conflict('other_currency', 'Your plan is paid in another currency.')
  if (change === 'at_end') throw conflict('smaller_plan', 'This plan can begin when what you’ve paid for ends.')
  const amounts = upgradeAmounts(current, pricedPlan(plan), subscription.today)
  const buyer = await buyerOf(tx, plan)
  const rule = ruleFor(await findTaxRules(tx.db, seller.id), seller, buyer)
  if (!rule) throw conflict('not_sold_there', 'We can’t sell to your country yet.')
  const taxes = taxLines(rule, buyer, amounts.net)
  const total = taxes.reduce((sum, { amount }) => sum + amount, amounts.net)
  if (total === 0) throw conflict('nothing_to_pay', 'There’s nothing to pay for this change. Please contact support.')
  return { ...amounts, taxes, total }
}
