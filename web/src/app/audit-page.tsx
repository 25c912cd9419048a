import { AuditScreen } from '../areas/audit/audit.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { RestrictedScreen } from './note-page.tsx'

/** Who may not read the audit log is told so, also when that changes while it is open. */
export function AuditPage() {
  const user = useCurrentUser()
  if (!user) return null
  return <AuditScreen user={user} refused={<RestrictedScreen />} />
}
