import { OrgNotificationsScreen } from '../areas/profile/notifications/org-notifications.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { RestrictedScreen } from './note-page.tsx'

/** People who may not manage the organization see that, even if it changes while the page is open. */
export function OrgNotificationsPage() {
  const user = useCurrentUser()
  if (!user) return null
  return <OrgNotificationsScreen user={user} refused={<RestrictedScreen />} />
}
