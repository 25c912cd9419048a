import { Link } from '@tanstack/react-router'
import { headerTabs, tabLine } from '../../../ui/tab-style.ts'
import { texts } from '../profile.texts.ts'

/** The parts of one's own page, in the 56 px header: each is an address of its own. */
export function ProfileTabs({ current }: { current: 'profile' | 'notifications' }) {
  return (
    <nav aria-label={texts.tabs.label} className={`${headerTabs} min-[760px]:ml-4`}>
      <Link
        to="/profile"
        activeOptions={{ exact: true }}
        aria-current={current === 'profile' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.tabs.profile}
      </Link>
      <Link
        to="/profile/notifications"
        aria-current={current === 'notifications' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.tabs.notifications}
      </Link>
    </nav>
  )
}
