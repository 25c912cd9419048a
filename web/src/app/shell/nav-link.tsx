import { Link } from '@tanstack/react-router'
import { cn } from '../../ui/cn.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { NavItem } from './nav-items.ts'

type NavLinkProps = { item: NavItem; active: boolean; collapsed: boolean }

export function NavLink({ item, active, collapsed }: NavLinkProps) {
  const { icon: Icon, label, to } = item
  const link = (
    <Link
      to={to}
      aria-label={collapsed ? label : undefined}
      aria-current={active ? 'page' : undefined}
      className={cn(
        'group inset-focus flex h-(--nav-item) items-center gap-2.5 rounded-sm px-2 text-sm',
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
