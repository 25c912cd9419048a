import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { History, RefreshCw, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readRestored } from '../../areas/auth/auth.api.ts'
import { BillingNotices } from '../../areas/billing/billing-notices.tsx'
import { DeletionNotice } from '../../areas/profile/parts/deletion-notice.tsx'
import { can } from '../../shared/current-user.ts'
import { momentWithin } from '../../shared/format/moments.ts'
import { useNow } from '../../shared/use-now.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { leaveForSignIn } from '../leave.ts'
import { texts } from './notices.texts.ts'

/** The end of the restore that the person has read about. */
const READ_RESTORE = 'restore-read'

type NoticesProps = { offline: boolean; ended: boolean; outdated: boolean; lapsed: boolean; user: CurrentUser }

export function Notices({ offline: noConnection, ended, outdated, lapsed, user }: NoticesProps) {
  const lost = useLostWork()
  // The inbox says it itself: there, changes are kept until the connection is back.
  const isInbox = useLocation({ select: ({ pathname }) => pathname === '/inbox' })
  const offline = noConnection && !isInbox
  // So do the pages where the subscription is paid for, and the one that says who can.
  const saysLapsed = useLocation({ select: ({ pathname }) => /^\/(subscription|access)\//.test(pathname) })
  const notPaid = lapsed && !saysLapsed
  const paysFor = !ended && can(user, 'billing.manage')
  if (!(offline || ended || outdated || notPaid || lost || paysFor || user.deletes_at !== null)) return null
  return (
    <div className="shrink-0 space-y-2 px-3 pt-3 empty:hidden">
      {ended && <SessionNotice />}
      {offline && (
        <Banner tone="warning" icon={WifiOff} title={texts.offline}>
          {texts.offlineNote}
        </Banner>
      )}
      {lost && <LostWorkNotice {...lost} zone={user.time_zone} />}
      {user.deletes_at !== null && <DeletionNotice user={user} day={user.deletes_at} />}
      {paysFor && <BillingNotices zone={user.time_zone} />}
      {notPaid && <SubscriptionNotice admin={user.is_admin} />}
      {outdated && <VersionNotice />}
    </div>
  )
}

function SessionNotice() {
  const router = useRouter()
  const signIn = (
    <Button size="sm" onClick={() => void leaveForSignIn(router)}>
      {texts.signIn}
    </Button>
  )
  return (
    <Banner tone="danger" title={texts.signedOut} action={signIn}>
      {texts.signedOutNote}
    </Banner>
  )
}

type LostSpan = Awaited<ReturnType<typeof readRestored>>

/** What the last restore from a backup has lost, until the person has read it. */
function useLostWork() {
  const [lost, setLost] = useState<LostSpan>(null)
  // Asked once for a page, and no more after signing out. Without an answer nothing is said until the next page.
  useEffect(() => void readRestored().then(setLost, () => undefined), [])
  const [read, setRead] = useState(() => readStored(READ_RESTORE))
  if (!lost || lost.lost_until === read) return undefined
  const dismiss = () => {
    setRead(lost.lost_until)
    writeStored(READ_RESTORE, lost.lost_until)
  }
  return { lost, dismiss }
}

type LostWork = NonNullable<ReturnType<typeof useLostWork>>

function LostWorkNotice({ lost, dismiss, zone }: LostWork & { zone: string }) {
  const now = useNow()
  const [from, until] = [lost.lost_from, lost.lost_until].map((moment) => momentWithin(moment, zone, now))
  return (
    <Banner tone="warning" icon={History} title={texts.lostWork(from ?? '', until ?? '')} onDismiss={dismiss}>
      {texts.lostWorkNote}
    </Banner>
  )
}

function SubscriptionNotice({ admin }: { admin: boolean }) {
  const plans = admin && (
    <Link to="/subscription/plans" className={buttonClass({ size: 'sm' })}>
      {texts.seePlans}
    </Link>
  )
  return (
    <Banner tone="warning" title={texts.subscription} action={plans}>
      {admin ? texts.subscriptionAdmin : texts.subscriptionMember}
    </Banner>
  )
}

function VersionNotice() {
  const reload = (
    <Button size="sm" onClick={() => location.reload()}>
      {texts.reload}
    </Button>
  )
  return (
    <Banner tone="info" icon={RefreshCw} title={texts.version} action={reload}>
      {texts.versionNote}
    </Banner>
  )
}
