import { HelpScreen } from '../areas/help/help.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { lastScreen } from './help/help-request.ts'
import { SCREEN_TOPICS } from './help/screen-topics.ts'
import { openShortcuts } from './overlay.ts'
import { PAGES } from './pages.ts'
import { useSignal } from './signal.ts'

/** Joins help to the shortcuts, and to the screen that one came from. */
export function HelpPage() {
  const user = useCurrentUser()
  const screen = useSignal(lastScreen)
  if (!user) return null
  const from = screen && { title: PAGES[screen].title, address: SCREEN_TOPICS[screen] }
  return <HelpScreen user={user} from={from} onShortcuts={openShortcuts} />
}
