import { Link } from '@tanstack/react-router'
import { headerTabs, tabLine } from '../../../ui/tab-style.ts'
import { texts } from '../members.texts.ts'

/** Link tabs of the header: people, and what their roles mean. */
export function PeopleTabs() {
  return (
    <nav aria-label={texts.tabs.label} className={`${headerTabs} min-[760px]:ml-3`}>
      <Link to="/members" activeOptions={{ exact: true, includeSearch: false }} className={tabLine}>
        {texts.tabs.people}
      </Link>
      <Link to="/members/roles" activeOptions={{ exact: true }} className={tabLine}>
        {texts.tabs.roles}
      </Link>
    </nav>
  )
}
