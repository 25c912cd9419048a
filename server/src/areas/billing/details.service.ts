import type { BillingDetails } from '@throughline/contracts/billing'
import { stateOf } from '@throughline/contracts/indian-states'
import { hasTaxNumbers, isTaxNumber, plainTaxNumber } from '@throughline/contracts/tax-numbers'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { findDetails, liveSubscription, paidPeriod, putDetails, type SubscriptionRow } from './billing.queries.ts'
import { expireQuotes } from './payments.queries.ts'
import { findRenewalQuote, requireRenewalQuote } from './quotes.ts'

const NONE: BillingDetails = {
  company: '',
  address: '',
  country: 'US',
  region: null,
  tax_number: null,
  receipts_email: '',
}

/** Until they are written down, the country is the one in which the plan was bought. */
export const readDetails = (ctx: Context, viewer: Viewer): Promise<BillingDetails> =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const details = await findDetails(db, tenantId)
    const bought = details ? undefined : (await liveSubscription(db, tenantId))?.plan.country
    return details ?? { ...NONE, ...(bought && bought !== '*' && { country: bought }) }
  })

function requireValid({ country, region, tax_number }: BillingDetails): void {
  if (country === 'IN' && region !== null && !stateOf(region))
    throw invalid('This state doesn’t exist', [{ path: 'region', message: 'not a state' }])
  if (tax_number === null) return
  if (hasTaxNumbers(country) && isTaxNumber(country, tax_number, region)) return
  throw invalid('This tax number isn’t valid', [{ path: 'tax_number', message: 'not a tax number' }])
}

/** What renews, and can be priced for the buyer as it is called now. */
async function findRenewable(tx: TenantTx): Promise<SubscriptionRow | undefined> {
  const subscription = await liveSubscription(tx.db, tx.tenantId)
  if (!subscription || subscription.price === 0 || !paidPeriod(subscription)) return undefined
  return (await findRenewalQuote(tx, subscription, subscription.plan)) && subscription
}

/** Invoices that were issued stay as they are; quotes are made anew, since the tax may be another. */
export const changeDetails = (ctx: Context, viewer: Viewer, given: BillingDetails): Promise<BillingDetails> =>
  inTenant(ctx, viewer, async (tx) => {
    requireValid(given)
    const details = { ...given, tax_number: given.tax_number && plainTaxNumber(given.tax_number) }
    const before = await findDetails(tx.db, tx.tenantId)
    const renewable = await findRenewable(tx)
    await putDetails(tx.db, tx.tenantId, details)
    // What renews goes on with these details, or they are refused: a renewal without a price would never be charged.
    if (renewable) await requireRenewalQuote(tx, renewable, renewable.plan)
    await expireQuotes(tx.db, tx.tenantId, null)
    const data = { ...(before && { before: { ...before } }), after: details }
    tx.audit({ act: 'billing.details_changed', kind: 'organization', id: tx.tenantId, data })
    return details
  })
