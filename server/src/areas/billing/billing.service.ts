import type { SubscriptionSummary } from '@throughline/contracts/billing'
import { addDays } from '@throughline/contracts/billing-days'
import type { PlanId, SubscriptionId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { momentOf } from '../../core/zone-clock.ts'
import { runsAvailable } from './billing.ports.ts'
import { changeAutoRenew, FREE_PLAN, findPlan, liveSubscription, type SubscriptionRow } from './billing.queries.ts'
import { historyPage } from './history.service.ts'
import { texts } from './mails/notice.texts.ts'
import { queueNotice } from './mails/notice.ts'
import { expireQuotes } from './payments.queries.ts'
import { changeOf } from './plans.service.ts'
import { fits, notSold } from './quotes.ts'
import { findAdministrators, findWorkspaceName, putNotice, setNextPlan, setTrial } from './renewals.queries.ts'
import { reschedule } from './reschedule.ts'
import { statusOf, subscriptionWire } from './subscription-wire.ts'
import { becomeFree } from './take-steps.ts'

async function requireSubscription({ db, tenantId }: ReadTx, lock = false): Promise<SubscriptionRow> {
  const row = await liveSubscription(db, tenantId, lock)
  if (!row) throw notFound('The subscription')
  return row
}

/** Periods are days of the organization; the summary has always named moments. */
const beginningOf = ({ time_zone }: SubscriptionRow, day: string | null): Date | undefined =>
  day === null ? undefined : new Date(momentOf(time_zone, Date.parse(`${day}T00:00:00Z`)))

export const subscription = (ctx: Context, viewer: Viewer): Promise<SubscriptionSummary> =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await requireSubscription(tx)
    const isOpen = viewer.user.subscription_active
    return {
      plan: row.plan.name,
      status: statusOf(row, viewer),
      start_date: (beginningOf(row, row.period_from) ?? row.starts_at).toISOString(),
      // Four attempts to charge a renewal come after the period, and everything works until the last of them.
      end_date: (beginningOf(row, row.lapsed_on ?? row.period_to) ?? row.ends_at)?.toISOString() ?? null,
      auto_renew: row.auto_renew && !row.canceled_at,
      ...(!isOpen && { administrators: (await findAdministrators(tx.db, tx.tenantId)).map(({ name }) => name) }),
    }
  })

/** The newest payments come with the subscription. */
const NEWEST = { limit: 100 }

export const listSubscriptions = (ctx: Context, viewer: Viewer, history: boolean) =>
  readTenant(ctx, viewer, async (tx) => {
    const payments = history ? await historyPage(ctx, tx, NEWEST) : undefined
    return [await subscriptionWire(tx, await requireSubscription(tx), viewer, payments)]
  })

/** Changes the subscription as one, and answers it as it is afterwards. */
const change = (ctx: Context, viewer: Viewer, act: (tx: TenantTx, row: SubscriptionRow) => Promise<void>) =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireSubscription(tx, true)
    await act(tx, row)
    await reschedule(tx)
    tx.emit({ type: 'subscription.changed', kind: 'subscription', id: row.id })
    return subscriptionWire(tx, await requireSubscription(tx), viewer, await historyPage(ctx, tx, NEWEST))
  })

/** Canceling ends nothing: what is paid stays until its end. */
export const renew = (ctx: Context, viewer: Viewer, id: SubscriptionId, autoRenew: boolean) =>
  change(ctx, viewer, async (tx, row) => {
    if (row.id !== id) throw notFound('The subscription')
    if (row.period_to === null || row.status === 'trial')
      throw conflict('nothing_to_renew', 'A free plan has no renewal.')
    if (row.status === 'lapsed') throw conflict('period_over', 'Your subscription has ended. Pay to get it back.')
    if (row.auto_renew !== autoRenew) await changeRenewal(tx, row, autoRenew)
  })

/** What was ordered before canceling buys nothing: a charge that is under way is given back once the bank has let it through. */
async function changeRenewal(tx: TenantTx, row: SubscriptionRow, autoRenew: boolean): Promise<void> {
  const { db, tenantId } = tx
  await changeAutoRenew(db, tenantId, row.id, autoRenew)
  if (!autoRenew) await expireQuotes(db, tenantId, row.version + 1)
  auditRenewal(tx, row, autoRenew)
}

/** Of a workspace that is to go with its owner's account: nothing is charged for it anymore. */
export const stopRenewal = (ctx: Context, scope: Scope): Promise<void> =>
  inTenant(ctx, scope, async (tx) => {
    const row = await liveSubscription(tx.db, tx.tenantId, true)
    if (!row?.auto_renew || row.status !== 'active' || row.period_to === null) return
    await changeRenewal(tx, row, false)
    await reschedule(tx)
    tx.emit({ type: 'subscription.changed', kind: 'subscription', id: row.id })
  })

function auditRenewal(tx: TenantTx, { id, plan, auto_renew: before }: SubscriptionRow, after: boolean): void {
  const data = { name: plan.name, before: { auto_renew: before }, after: { auto_renew: after } }
  tx.audit({ act: 'subscription.renewal_changed', kind: 'subscription', id, data })
}

/** A charge that is under way for the plan of before is given back once the bank has let it through. */
async function replaceNextPlan(tx: TenantTx, row: SubscriptionRow, planId: PlanId | null): Promise<void> {
  const { db, tenantId } = tx
  await setNextPlan(db, tenantId, row.id, planId)
  await expireQuotes(db, tenantId, row.version + 1)
  if (planId !== null && !row.auto_renew) auditRenewal(tx, row, true)
}

/**
 * A smaller plan waits for the end of what is paid, and renews from then on, even if the present one was canceled; a
 * workspace that has lapsed can go on with Free at once.
 */
export const chooseNextPlan = (ctx: Context, viewer: Viewer, id: SubscriptionId, planId: PlanId | null) =>
  change(ctx, viewer, async (tx, row) => {
    if (row.id !== id) throw notFound('The subscription')
    if (planId === row.next_plan_id) return
    if (planId === null) {
      await replaceNextPlan(tx, row, null)
      const data = { name: row.next_plan_name }
      tx.audit({ act: 'subscription.next_plan_canceled', kind: 'subscription', id, data })
      return
    }
    const plan = await findPlan(tx.db, planId)
    if (!plan?.is_sold || plan.is_trial || plan.plan_type === 'enterprise') throw notSold()
    if (!(await fits(tx, plan))) throw conflict('does_not_fit', `You use more than ${plan.name} allows.`)
    if (row.status === 'lapsed' && planId === FREE_PLAN) {
      await becomeFree(ctx, tx, row)
      return
    }
    if (changeOf(plan, row) !== 'at_end')
      throw conflict('not_smaller', 'Only a smaller plan can start when your paid period ends.')
    await replaceNextPlan(tx, row, planId)
    tx.audit({ act: 'subscription.next_plan_changed', kind: 'subscription', id, data: { name: plan.name } })
  })

/** Once for an organization, without a card. */
export const startTrial = (ctx: Context, viewer: Viewer, planId: PlanId) =>
  change(ctx, viewer, async (tx, row) => {
    const { db, tenantId } = tx
    const plan = await findPlan(db, planId)
    if (!plan?.is_sold || plan.trial_days === null) throw notSold()
    if (row.trial_used) throw conflict('trial_used', 'Your organization has already used its trial.')
    if (row.period_to !== null) throw conflict('already_paid', 'You can start a trial only from the Free plan.')
    await setTrial(db, tenantId, row.id, { id: planId, from: row.today, to: addDays(row.today, plan.trial_days) })
    await expireQuotes(db, tenantId, row.version + 1)
    await runsAvailable.call(tx)
    tx.audit({ act: 'subscription.trial_started', kind: 'subscription', id: row.id, data: { name: plan.name } })
  })

/** One message for all who are kept from working, once a day. */
export const notifyAdministrators = (ctx: Context, viewer: Viewer) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if (viewer.user.subscription_active) throw conflict('not_lapsed', 'The subscription is active.')
    const { today } = await requireSubscription(tx)
    const notified = await putNotice(db, tenantId, 'waiting', today)
    if (notified) await queueNotice(ctx, tx, texts.waiting(viewer.user.name, await findWorkspaceName(db, tenantId)))
    return { notified }
  })
