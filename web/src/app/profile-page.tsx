import { ProfileScreen } from '../areas/profile/profile.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { setShortcuts, shortcutsOn } from './shortcuts/enabled.ts'
import { useSignal } from './signal.ts'

/** Joins the profile to the keys that the shell hears. */
export function ProfilePage() {
  const user = useCurrentUser()
  const on = useSignal(shortcutsOn)
  if (!user) return null
  return <ProfileScreen user={user} shortcuts={{ on, set: setShortcuts }} />
}
