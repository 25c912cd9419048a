import { OrgNotificationsScreen } from '../areas/profile/notifications/org-notifications.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { RestrictedScreen } from './note-page.tsx'

/** Who may not manage the organization is told so, also when that changes while the page is open. */
export function OrgNotificationsPage() {
  const user = useCurrentUser()
  if (!user) return null
  return <OrgNotificationsScreen user={user} refused={<RestrictedScreen />} />
}
