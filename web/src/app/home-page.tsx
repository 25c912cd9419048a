import { HomeScreen } from '../areas/home/home.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { modKey } from '../ui/mod-key.ts'
import { openPalette, openShortcuts } from './overlay.ts'
import { useLate } from './use-late.ts'
import { PHONE, useMedia } from './use-media.ts'

const loadRail = () => import('../areas/home/parts/rail.tsx')

/** Joins the home screen to what belongs to the shell. */
export function HomePage() {
  const user = useCurrentUser()
  const phone = useMedia(PHONE)
  const rail = useLate(loadRail)
  if (!user) return null
  return (
    <HomeScreen
      user={user}
      phone={phone}
      rail={rail?.Rail}
      keyboard={!phone}
      paletteKey={modKey('K')}
      onOpenPalette={() => openPalette()}
      onOpenShortcuts={openShortcuts}
    />
  )
}
