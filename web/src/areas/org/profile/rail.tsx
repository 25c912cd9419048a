import type { CurrentUser } from '@throughline/contracts/auth'
import type { Organization } from '@throughline/contracts/org'
import { can } from '../../../shared/current-user.ts'
import { PeopleCard } from './people-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

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
