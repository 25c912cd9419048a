import type { PaymentDue, Subscription } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import { CircleAlert, Clock, CreditCard, Mail } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../subscription.texts.ts'

const { due: words } = texts

type DueAttempt = PaymentDue['attempts'][number]

interface DueTexts extends Record<'title' | 'note' | 'pay' | 'attempts' | 'last', string> {
  outcomes: Record<DueAttempt['outcome'], string>
}

type DueNoticeProps = { subscription: Subscription; due: PaymentDue; onPay: () => void }

/** Why nothing is charged by itself. */
export const byHandReason = ({ payment_method }: Pick<Subscription, 'payment_method'>): string =>
  payment_method ? words.byHand.tooMuch : words.byHand.noCard

/** What is said of a payment that the card did not pay, or that no card may pay by itself. */
function textsOf(subscription: Subscription, due: PaymentDue): DueTexts {
  const { billing_period: period, currency } = subscription
  const amount = formatMoney(due.amount, currency)
  const { byHand } = words
  if (!due.charges_card) {
    const [title, note] = [byHand.title(period, amount), byHand.note(byHandReason(subscription))]
    return { ...byHand, title, note, pay: byHand.pay(amount) }
  }
  const problem = due.attempts.findLast((attempt) => attempt.problem !== null)?.problem
  return { ...words, title: words.title(period, amount), note: problem ? words.noted(problem) : words.note }
}

/** A payment that is due: the dates of its attempts or emails, what works until when, and one button. */
export function DueNotice({ subscription, due, onPay }: DueNoticeProps) {
  const said = textsOf(subscription, due)
  return (
    <section
      aria-labelledby="due-title"
      className="@container rounded-lg border border-warning-line bg-warning-bg p-4 text-warning-fg"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-60 flex-1">
          <h2 id="due-title" translate="no" className="flex items-center gap-2 text-md font-semibold">
            <CircleAlert size={16} aria-hidden className="shrink-0" />
            {said.title}
          </h2>
          <p translate="no" className="mt-0.5 text-sm text-fg-2">
            {said.note}
          </p>
        </div>
        <Button variant="primary" icon={CreditCard} onClick={onPay}>
          <span translate="no">{said.pay}</span>
        </Button>
      </div>
      <ol aria-label={said.attempts} className="mt-3 grid gap-2 @min-[560px]:grid-cols-4">
        {due.attempts.map((attempt, at) => (
          <Attempt
            key={attempt.on}
            attempt={attempt}
            isLast={at === due.attempts.length - 1}
            chargesCard={due.charges_card}
            said={said}
          />
        ))}
      </ol>
    </section>
  )
}

interface AttemptProps {
  attempt: DueAttempt
  isLast: boolean
  /** Otherwise it is an email, which nobody declines. */
  chargesCard: boolean
  said: DueTexts
}

function Attempt({ attempt: { on, outcome }, isLast, chargesCard, said }: AttemptProps) {
  const isOver = outcome === 'declined'
  const isDeclined = isOver && chargesCard
  const Icon = isDeclined ? CircleAlert : isOver ? Mail : Clock
  return (
    <li
      translate="no"
      className={cn(
        'rounded-md border border-warning-line bg-card px-3 py-2 text-sm text-fg',
        outcome === 'next' && 'border-warning-mark',
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <Icon size={14} aria-hidden className={isDeclined ? 'text-danger-fg' : 'text-fg-3'} />
        <span className="tnum">{formatDay(on)}</span>
      </span>
      <span className="text-xs text-fg-2">{isLast && !isOver ? said.last : said.outcomes[outcome]}</span>
    </li>
  )
}
