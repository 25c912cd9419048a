import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Subscription, Volume } from '@throughline/contracts/billing'
import { formatDay } from '@throughline/contracts/billing-days'
import { formatMoney } from '@throughline/contracts/money'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { dayKey } from '../../shared/format/time.ts'
import { useNow } from '../../shared/use-now.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { Progress } from '../../ui/progress.tsx'
import { readStored, writeStored } from '../../ui/stored.ts'
import { ownSubscriptionQuery } from './billing.api.ts'
import { texts } from './notices.texts.ts'
import { amountText, VOLUME_ICONS } from './parts/plan-volumes.tsx'

/** The day on which a person has put the banner about a volume away. */
const hiddenKey = (volume: Volume) => `limit-hidden-${volume}`
const LATE_ATTEMPTS = 2
const FRESH_FOR = 5 * 60_000

/** For those who manage billing, on every page: a payment that keeps failing, and what is full. */
export function BillingNotices({ zone }: { zone: string }) {
  const { data: own } = useQuery({ ...ownSubscriptionQuery, staleTime: FRESH_FOR })
  if (!own?.takes_payments || own.status === 'Lapsed') return null
  const full = own.warnings.filter(({ percent }) => percent === 100)
  return (
    <>
      <DueBanner subscription={own} />
      {full.map(({ volume }) => (
        <FullBanner key={volume} volume={volume} subscription={own} zone={zone} />
      ))}
    </>
  )
}

function DueBanner({ subscription: { due, currency } }: { subscription: Subscription }) {
  if (!due || due.attempts.filter(({ outcome }) => outcome === 'declined').length < LATE_ATTEMPTS) return null
  const title = due.charges_card ? texts.due : texts.dueByHand
  return (
    <Banner
      tone="warning"
      icon={CreditCard}
      title={<span translate="no">{title(formatMoney(due.amount, currency))}</span>}
      action={
        <Link to="/subscription/update" className={buttonClass({ size: 'sm' })}>
          {texts.pay}
        </Link>
      }
    >
      <span translate="no">{texts.dueNote(formatDay(due.read_only_on))}</span>
    </Banner>
  )
}

type FullBannerProps = { volume: Volume; subscription: Subscription; zone: string }

function FullBanner({ volume, subscription, zone }: FullBannerProps) {
  const today = dayKey(useNow(), zone)
  const [hidden, setHidden] = useState(() => readStored(hiddenKey(volume)))
  const limit = subscription.limits[volume]
  if (hidden === today || limit === null) return null
  const dismiss = () => {
    setHidden(today)
    writeStored(hiddenKey(volume), today)
  }
  const used = texts.of(amountText(volume, subscription.usage[volume]), amountText(volume, limit))
  const { held_starts } = subscription
  return (
    <Banner
      tone="warning"
      icon={VOLUME_ICONS[volume]}
      title={texts.full[volume]}
      onDismiss={dismiss}
      action={
        <>
          <span translate="no" className="tnum w-36 text-right text-xs text-fg-2 max-[759px]:hidden">
            {used}
            <Progress label={used} value={100} tone="warning" className="mt-1" />
          </span>
          <Link to="/subscription/plans" className={buttonClass({ size: 'sm' })}>
            {texts.seePlans}
          </Link>
        </>
      }
    >
      {texts.fullNote[volume]}
      {volume === 'runs' && held_starts > 0 && <span translate="no"> {texts.held(held_starts)}</span>}
    </Banner>
  )
}
