import type { CurrentUser } from '@throughline/contracts/auth'
import type { Organization } from '@throughline/contracts/org'
import type { ReactNode } from 'react'
import { can } from '../../../shared/current-user.ts'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { spec } from '../org.texts.ts'
import { OrgTabs } from '../parts/org-tabs.tsx'
import { PeopleCard } from './people-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

type FrameProps = {
  /** Whose tabs are shown; none while there is no organisation. */
  user?: CurrentUser
  actions?: ReactNode
  /** The actions take all the room there is on a narrow screen. */
  crowded?: boolean
  children: ReactNode
}

export function Frame({ user, actions, crowded, children }: FrameProps) {
  // Whoever may not read the log has one page and needs no tabs.
  const tabs = can(user, 'audit.read') && (
    <div className={crowded ? 'h-full max-[759px]:hidden' : 'h-full'}>
      <OrgTabs current="profile" />
    </div>
  )
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={spec.title} tabs={tabs}>
        {actions}
      </ScreenHeader>
      <div className="min-h-0 flex-1 overflow-y-auto bg-board">{children}</div>
    </div>
  )
}

/** The same places for reading, editing and waiting. */
export function Columns({ main, rail }: { main: ReactNode; rail: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-280 grid-cols-1 items-start gap-5 p-4 min-[760px]:p-6 min-[1000px]:grid-cols-[minmax(0,1fr)_300px]">
      <div className="space-y-5">{main}</div>
      <div className="space-y-5">{rail}</div>
    </div>
  )
}

export function Rail({ user, organization }: { user: CurrentUser; organization: Organization }) {
  const admin = can(user, 'org.manage')
  return (
    <>
      {admin && <SubscriptionCard timeZone={organization.time_zone} />}
      <PeopleCard orgId={organization.id} />
      {admin && <RulesCard organization={organization} owner={can(user, 'security.rules')} />}
    </>
  )
}
