import type { CurrentUser } from '@throughline/contracts/auth'
import { cn } from '../../ui/cn.ts'
import { texts } from '../texts.ts'
import { IdleMenu } from './idle-menu.tsx'
import { bottomItems, type NavItem, SECTIONS, TOP } from './nav-items.ts'
import { NavLink } from './nav-link.tsx'
import { NavSection } from './nav-section.tsx'
import { AccountTrigger, TenantTrigger } from './triggers.tsx'

type SideNavProps = { user: CurrentUser; active: string | undefined; collapsed: boolean }

export function SideNav({ user, active, collapsed }: SideNavProps) {
  const list = (items: NavItem[]) => (
    <ul className="space-y-px">
      {items.map((item) => (
        <li key={item.key}>
          <NavLink item={item} active={item.key === active} collapsed={collapsed} />
        </li>
      ))}
    </ul>
  )
  return (
    <nav
      aria-label={texts.shell.mainNavigation}
      className={cn('flex shrink-0 flex-col', collapsed ? 'w-(--nav-width-collapsed)' : 'w-(--nav-width)')}
    >
      <div className="flex h-(--topbar-height) items-center px-2.5 pt-1">
        <IdleMenu name="TenantMenu" trigger={<TenantTrigger user={user} collapsed={collapsed} />} />
      </div>
      <div className="flex-1 overflow-y-auto px-2.5 pt-2 pb-3">
        {list(TOP)}
        {SECTIONS.map((section) => (
          <NavSection key={section.key} section={section} active={active} collapsed={collapsed} />
        ))}
      </div>
      <div className="border-t border-line-strong/60 px-2.5 pt-1.5 pb-2">
        <IdleMenu name="AccountMenu" trigger={<AccountTrigger user={user} collapsed={collapsed} />} />
        {list(bottomItems(user.is_admin))}
      </div>
    </nav>
  )
}
