import { AuditScreen } from '../areas/audit/audit.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { RestrictedScreen } from './note-page.tsx'

/** People without access to the audit log see that, even if they lose it while the page is open. */
export function AuditPage() {
  const user = useCurrentUser()
  if (!user) return null
  return <AuditScreen user={user} refused={<RestrictedScreen />} />
}
