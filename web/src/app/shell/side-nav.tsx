import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ChevronRight, ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cn } from '../../ui/cn.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { texts } from '../texts.ts'
import { IdleMenu } from './idle-menu.tsx'
import { BOTTOM, isFor, type NavItem, SECTIONS, type NavSection as Section, TOP } from './nav-items.ts'
import { useSectionOpen } from './nav-state.ts'
import { UnreadMark } from './unread-mark.tsx'

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
        {list(BOTTOM.filter(isFor(user)))}
      </div>
    </nav>
  )
}

type NavSectionProps = { section: Section; active: string | undefined; collapsed: boolean }

function NavSection({ section, active, collapsed }: NavSectionProps) {
  const id = useId()
  const current = section.items.some((item) => item.key === active)
  const { open, toggle } = useSectionOpen(section.key, section.open, current)
  return (
    <div className={collapsed ? 'mt-2 border-t border-line-strong/60 pt-2' : 'mt-3'}>
      {collapsed ? (
        <span id={`${id}-label`} className="sr-only">
          {section.label}
        </span>
      ) : (
        <button
          type="button"
          id={`${id}-label`}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
          className="inset-focus flex h-7 w-full items-center gap-1 rounded-sm px-2 text-xs font-medium text-fg-3 hover:text-fg"
        >
          {section.label}
          <ChevronRight size={13} aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
        </button>
      )}
      <ul id={id} aria-labelledby={`${id}-label`} hidden={!open && !collapsed} className="space-y-px">
        {section.items.map((item) => (
          <li key={item.key}>
            <NavLink item={item} active={item.key === active} collapsed={collapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type TriggerProps = ComponentProps<'button'> & { user: CurrentUser; collapsed?: boolean }

const trigger =
  'inset-focus flex w-full items-center gap-2.5 rounded-md px-1.5 hover:bg-nav-hover data-popup-open:bg-nav-hover'

function TenantTrigger({ user, collapsed, logo, ...rest }: TriggerProps & { logo?: string | undefined }) {
  return (
    <button type="button" {...rest} className={`${trigger} h-9`}>
      <Avatar name={user.tenant_name} src={logo} size={24} square />
      <span
        translate="no"
        className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-left text-md font-semibold tracking-[-0.01em]'}
      >
        {user.tenant_name}
      </span>
      <span className="sr-only">, {texts.shell.workspaceMenu}</span>
      {!collapsed && <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-fg-3" />}
    </button>
  )
}

function AccountTrigger({ user, collapsed, ...rest }: TriggerProps) {
  return (
    <button type="button" {...rest} className={`${trigger} mb-1 h-11`}>
      <Avatar name={user.name} src={user.photo ?? undefined} size={26} />
      <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 text-left leading-tight'}>
        <span translate="no" className="block truncate text-sm font-medium">
          {user.name}
        </span>
        <span translate="no" className="block truncate text-xs text-fg-3">
          {user.role_display_name}
        </span>
      </span>
      <span className="sr-only">, {texts.shell.accountMenu}</span>
      {!collapsed && <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-fg-3" />}
    </button>
  )
}

type NavLinkProps = { item: NavItem; active: boolean; collapsed: boolean }

function NavLink({ item, active, collapsed }: NavLinkProps) {
  const { icon: Icon, label, to } = item
  const link = (
    <Link
      to={to}
      aria-label={collapsed ? label : undefined}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'group inset-focus relative flex h-(--nav-item) items-center gap-2.5 rounded-sm px-2 text-sm',
        active ? 'bg-nav-active font-medium text-fg shadow-sm' : 'text-fg-2 hover:bg-nav-hover hover:text-fg',
        collapsed && 'justify-center px-0',
      )}
    >
      <Icon
        size={16}
        strokeWidth={active ? 2 : 1.75}
        aria-hidden
        className={cn('shrink-0', active ? 'text-accent-text' : 'text-fg-3 group-hover:text-fg-2')}
      />
      {!collapsed && <span className="flex-1 truncate">{label}</span>}
      {item.key === 'inbox' && <UnreadMark dot={collapsed} />}
    </Link>
  )
  return collapsed ? (
    <Tooltip label={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
