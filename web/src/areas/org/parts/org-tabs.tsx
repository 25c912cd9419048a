import { Link } from '@tanstack/react-router'
import { headerTabs, tabLine } from '../../../ui/tab-style.ts'
import { texts } from './org-tabs.texts.ts'

/** The parts of an organisation's page, in the 56 px header: each is an address of its own. */
export function OrgTabs({ current }: { current: 'profile' | 'notifications' | 'audit' }) {
  return (
    <nav aria-label={texts.label} className={`${headerTabs} min-[760px]:ml-4`}>
      <Link
        to="/org-profile"
        activeOptions={{ exact: true }}
        aria-current={current === 'profile' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.profile}
      </Link>
      <Link
        to="/org-profile/notifications"
        aria-current={current === 'notifications' ? 'page' : undefined}
        className={tabLine}
      >
        {texts.notifications}
      </Link>
      <Link to="/org-profile/audit" aria-current={current === 'audit' ? 'page' : undefined} className={tabLine}>
        {texts.audit}
      </Link>
    </nav>
  )
}
