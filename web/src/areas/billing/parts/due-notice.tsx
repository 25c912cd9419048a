import type { PaymentDue, Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import { CircleAlert, Clock, CreditCard } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../subscription.texts.ts'

const { due: words } = texts

type DueNoticeProps = { subscription: Subscription; due: PaymentDue; onPay: () => void }

/** A payment that did not go through: its attempts as dates, what works until when, and one button. */
export function DueNotice({ subscription, due, onPay }: DueNoticeProps) {
  const { billing_period, currency } = subscription
  const problem = due.attempts.findLast((attempt) => attempt.problem !== null)?.problem
  return (
    <section
      aria-labelledby="due-title"
      className="@container rounded-lg border border-warning-line bg-warning-bg p-4 text-warning-fg"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-60 flex-1">
          <h2 id="due-title" translate="no" className="flex items-center gap-2 text-md font-semibold">
            <CircleAlert size={16} aria-hidden className="shrink-0" />
            {words.title(billing_period, formatMoney(due.amount, currency))}
          </h2>
          <p translate="no" className="mt-0.5 text-sm text-fg-2">
            {problem ? words.noted(problem) : words.note}
          </p>
        </div>
        <Button variant="primary" icon={CreditCard} onClick={onPay}>
          {words.pay}
        </Button>
      </div>
      <ol aria-label={words.attempts} className="mt-3 grid gap-2 @min-[560px]:grid-cols-4">
        {due.attempts.map((attempt, at) => (
          <Attempt key={attempt.on} attempt={attempt} isLast={at === due.attempts.length - 1} />
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt: { on, outcome }, isLast }: { attempt: PaymentDue['attempts'][number]; isLast: boolean }) {
  const isOver = outcome === 'declined'
  const Icon = isOver ? CircleAlert : Clock
  return (
    <li
      translate="no"
      className={cn(
        'rounded-md border border-warning-line bg-card px-3 py-2 text-sm text-fg',
        outcome === 'next' && 'border-warning-mark',
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <Icon size={14} aria-hidden className={isOver ? 'text-danger-fg' : 'text-fg-3'} />
        <span className="tnum">{formatDay(on)}</span>
      </span>
      <span className="text-xs text-fg-2">{isLast && !isOver ? words.last : words.outcomes[outcome]}</span>
    </li>
  )
}
