import { Link } from '@tanstack/react-router'
import { tabLine, tabRow } from '../../../ui/tab-style.ts'
import { texts } from '../members.texts.ts'

/** Link tabs of the header: people, and what their roles mean. */
export function PeopleTabs() {
  return (
    <nav
      aria-label={texts.tabs.label}
      className={`${tabRow} ml-3 h-13.75 max-[759px]:order-last max-[759px]:ml-0 max-[759px]:h-9 max-[759px]:w-full`}
    >
      <Link to="/members" activeOptions={{ exact: true, includeSearch: false }} className={tabLine}>
        {texts.tabs.people}
      </Link>
      <Link to="/members/roles" activeOptions={{ exact: true }} className={tabLine}>
        {texts.tabs.roles}
      </Link>
    </nav>
  )
}
