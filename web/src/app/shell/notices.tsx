import { Link, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { RefreshCw, WifiOff } from 'lucide-react'
import { DeletionNotice } from '../../areas/profile/parts/deletion-notice.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { leaveForSignIn } from '../leave.ts'
import { texts } from './notices.texts.ts'

type NoticesProps = { offline: boolean; ended: boolean; outdated: boolean; lapsed: boolean; user: CurrentUser }

export function Notices({ offline, ended, outdated, lapsed, user }: NoticesProps) {
  return (
    <div className="shrink-0 space-y-2 px-3 pt-3">
      {ended && <SessionNotice />}
      {offline && (
        <Banner tone="warning" icon={WifiOff} title={texts.offline}>
          {texts.offlineNote}
        </Banner>
      )}
      {user.deletes_at !== null && <DeletionNotice user={user} day={user.deletes_at} />}
      {lapsed && <SubscriptionNotice admin={user.is_admin} />}
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
