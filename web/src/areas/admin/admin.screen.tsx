import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { LogOut, ScrollText, ShieldCheck, ShieldX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PathLink } from '../../shared/path-link.tsx'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { cn } from '../../ui/cn.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { tabLine, tabRow } from '../../ui/tab-style.ts'
import { Mark } from '../auth/parts/mark.tsx'
import { TwoFactorSetUp } from '../auth/parts/two-factor-set-up.tsx'
import { profileQuery } from '../profile/profile.api.ts'
import { countsQuery } from './admin.api.ts'
import { spec, texts } from './admin.texts.ts'
import { type AdminSearch, adminPath, parseAdminSearch } from './admin-search.ts'
import { FeedbackPanel } from './feedback/feedback.panel.tsx'
import { StaffHelp } from './help/staff-help.tsx'
import { OrganizationPage } from './organizations/organization-page.tsx'
import { OrganizationsPanel } from './organizations/organizations.panel.tsx'
import { countedUpTo } from './parts/counted-up-to.ts'
import { StaffLogPanel } from './staff-log/staff-log.panel.tsx'
import { SubscriptionsPanel } from './subscriptions/subscriptions.panel.tsx'
import { type UserChanges, useUserChanges } from './users/use-user-changes.ts'
import { UsersPanel } from './users/users.panel.tsx'

type AdminScreenProps = {
  user: CurrentUser
  onLogOut: () => Promise<void>
  /** Who the person is has changed: they have two factors now. */
  onRefresh: () => void
}

/** For internal staff with two factors only; everyone else reads that they may not be here, and can leave. */
export function AdminScreen({ user, onLogOut, onRefresh }: AdminScreenProps) {
  const changes = useUserChanges()
  const search = parseAdminSearch(useSearch({ strict: false }))
  const isOpen = user.is_internal && user.two_factor_enabled
  return (
    <div className="flex h-dvh flex-col bg-canvas">
      <header className="flex h-14 shrink-0 items-center gap-2.5 border-b bg-surface px-5">
        <Mark />
        <span className="text-md font-semibold">{texts.product}</span>
        <span className="flex-1 text-sm text-fg-3">{texts.title}</span>
        {isOpen && <StaffHelp />}
        {isOpen && <LogLink current={search.tab === 'log'} />}
        <span className="text-sm text-fg-3 max-[899px]:hidden">
          {texts.signedInAs} <span translate="no">{user.email}</span>
        </span>
        <LogOutButton unsaved={changes.changes.size} onLogOut={onLogOut} />
      </header>
      {isOpen && <AdminTabs search={search} />}
      <main id="main" className={cn('min-h-0 flex-1', !isOpen && 'grid place-items-center overflow-y-auto p-6')}>
        {!user.is_internal && <Denied />}
        {user.is_internal && !isOpen && <TwoFactors user={user} onDone={onRefresh} />}
        {isOpen && <Part user={user} changes={changes} search={search} />}
      </main>
    </div>
  )
}

type PartProps = { user: CurrentUser; changes: UserChanges; search: AdminSearch }

function Part({ user, changes, search: { tab = 'approvals', org } }: PartProps): ReactNode {
  switch (tab) {
    case 'approvals':
      return <UsersPanel user={user} changes={changes} />
    case 'organizations':
      return org === undefined ? <OrganizationsPanel /> : <OrganizationPage orgId={org} />
    case 'feedback':
      return <FeedbackPanel name={user.name} />
    case 'subscriptions':
      return <SubscriptionsPanel />
    case 'log':
      return <StaffLogPanel />
    default:
      return tab
  }
}

const TABS = ['approvals', 'organizations', 'feedback', 'subscriptions'] as const

function AdminTabs({ search: { tab: current = 'approvals' } }: { search: AdminSearch }) {
  const counts = useQuery(countsQuery).data
  const shown = counts && { ...counts, approvals: counts.waiting }
  return (
    <nav
      aria-label={texts.parts}
      className={cn(tabRow, 'h-11 shrink-0 overflow-x-auto overflow-y-hidden border-b bg-surface px-5')}
    >
      {TABS.map((tab) => (
        <PathLink
          key={tab}
          path={adminPath({ tab })}
          aria-current={tab === current ? 'page' : undefined}
          className={tabLine}
        >
          {spec.tabs[tab]}
          {shown && (
            <span translate="no" className="tnum rounded-full bg-surface-3 px-1.5 text-2xs font-medium text-fg-2">
              {countedUpTo(shown[tab])}
            </span>
          )}
        </PathLink>
      ))}
    </nav>
  )
}

function LogLink({ current }: { current: boolean }) {
  return (
    <>
      <PathLink
        path={adminPath({ tab: 'log' })}
        aria-current={current ? 'page' : undefined}
        className={buttonClass({ variant: 'ghost', className: current ? 'bg-accent-subtle text-accent-text' : '' })}
      >
        <ScrollText size={15} strokeWidth={1.9} aria-hidden />
        {texts.staffLog}
      </PathLink>
      <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
    </>
  )
}

function Denied(): ReactNode {
  return (
    <div className="max-w-100 text-center">
      <span aria-hidden className="mx-auto mb-4 grid size-12 place-items-center rounded-xl bg-danger-bg text-danger-fg">
        <ShieldX size={22} strokeWidth={1.8} />
      </span>
      <h1 className="text-xl">{spec.denied}</h1>
      <p className="mt-1.5 text-md text-fg-2">{spec.deniedText}</p>
      <p className="mt-1 text-md text-fg-2">{spec.deniedAdvice}</p>
    </div>
  )
}

/** Staff without a second factor set it up here; nothing else is open until then. */
function TwoFactors({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const profile = useQuery(profileQuery(user.id))
  return (
    <div className="card w-full max-w-120 rounded-lg border bg-card p-6 shadow-xs">
      <h1 className="flex items-center gap-2 text-lg">
        <ShieldCheck size={18} aria-hidden className="text-fg-3" />
        {texts.twoFactors.title}
      </h1>
      <p className="mt-1 mb-5 text-md text-fg-2">{texts.twoFactors.note}</p>
      {profile.data && <TwoFactorSetUp profile={profile.data} name={user.email} onDone={onDone} />}
      {profile.isPending && (
        <Loading label={texts.twoFactors.loading}>
          <Skeleton className="h-10" />
        </Loading>
      )}
      {profile.isError && <QueryFailed query={profile} title={texts.twoFactors.failed} />}
    </div>
  )
}

type LogOutButtonProps = Pick<AdminScreenProps, 'onLogOut'> & { unsaved: number }

function LogOutButton({ unsaved, onLogOut }: LogOutButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={LogOut} onClick={() => setOpen(true)}>
        {spec.logOut}
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={spec.logOutQuestion}
        confirmLabel={spec.logOut}
        tone="primary"
        onConfirm={onLogOut}
      >
        {unsaved > 0 && texts.unsaved(unsaved)}
      </AlertDialog>
    </>
  )
}
