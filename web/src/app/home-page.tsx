import { useCurrentUser } from '../areas/auth/auth.api.ts'
import { HomeScreen } from '../areas/home/home.screen.tsx'
import { modKey } from '../ui/mod-key.ts'
import { openPalette, openShortcuts } from './overlay.ts'
import { PHONE, useMedia } from './use-media.ts'

/** Joins the home screen to what belongs to the shell. */
export function HomePage() {
  const user = useCurrentUser()
  const phone = useMedia(PHONE)
  if (!user) return null
  return (
    <HomeScreen
      user={user}
      keyboard={!phone}
      paletteKey={modKey('K')}
      onOpenPalette={() => openPalette()}
      onOpenShortcuts={openShortcuts}
    />
  )
}
