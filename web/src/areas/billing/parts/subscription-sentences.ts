import type { Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import { texts } from '../subscription.texts.ts'

const { sentence } = texts

/** When, how much, from what and for which time. */
function renewalText({ renewal, payment_method, currency }: Subscription): string | undefined {
  if (!renewal) return undefined
  const { on, to, plan_name, amount, remind_on } = renewal
  const card = payment_method ? sentence.toCard(payment_method.last4) : sentence.withoutCard
  const charge = sentence.renewal(
    formatMoney(amount, currency),
    card,
    formatDay(on),
    sentence.period(plan_name, formatDay(to)),
  )
  return remind_on === null ? charge : `${charge} ${sentence.remind(formatDay(remind_on))}`
}

/** What a workspace has, and what happens next, in words. */
export function sentencesOf(subscription: Subscription, workspace: string): string {
  const { status, plan_name, current_period_end, auto_renew, next_plan, due, currency, trial, lapsed_on } = subscription
  const end = current_period_end && formatDay(current_period_end)
  if (status === 'Lapsed')
    return lapsed_on ? sentence.lapsed(workspace, formatDay(lapsed_on)) : sentence.lapsedNow(workspace)
  if (due) {
    const [next, last] = [formatDay(due.next_attempt_on), formatDay(due.read_only_on)]
    return sentence.due(formatMoney(due.amount, currency), next, last, workspace)
  }
  if (trial) return sentence.trial(plan_name, formatDay(trial.ends_on), trial.days_left)
  if (end === null) return subscription.takes_payments ? sentence.free(plan_name) : texts.notSold
  if (status === 'Canceled') return sentence.canceled(plan_name, end)
  if (!auto_renew) return sentence.off(plan_name, end, workspace)
  if (next_plan)
    return [sentence.next(plan_name, next_plan.name, end), renewalText(subscription) ?? ''].join(' ').trim()
  return renewalText(subscription) ?? sentence.renews(plan_name, end)
}
