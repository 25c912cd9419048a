import type { CurrentUser } from '@throughline/contracts/auth'
import type { ReactNode } from 'react'
import { LapsedScreen } from '../areas/billing/lapsed.screen.tsx'
import { PlansScreen } from '../areas/billing/plans.screen.tsx'
import { SubscriptionScreen } from '../areas/billing/subscription.screen.tsx'
import { can, useCurrentUser } from '../shared/current-user.ts'
import { RestrictedScreen } from './note-page.tsx'

/** Prices and payments are for those who manage them. */
function ForPayers({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const user = useCurrentUser()
  if (!user) return null
  return can(user, 'billing.manage') ? children(user) : <RestrictedScreen />
}

export const PlansPage = () => <ForPayers>{(user) => <PlansScreen user={user} />}</ForPayers>

export const SubscriptionPage = () => <ForPayers>{(user) => <SubscriptionScreen user={user} />}</ForPayers>

/** Says why, where that is known: a workspace that has lapsed can be read and not changed. */
export function RestrictedPage() {
  const user = useCurrentUser()
  return user && !user.subscription_active ? <LapsedScreen user={user} /> : <RestrictedScreen />
}
