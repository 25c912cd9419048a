import { Link, useRouterState } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ChevronsUpDown, Ellipsis, type LucideIcon, Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cn } from '../../ui/cn.ts'
import { texts as lateTexts } from '../late.texts.ts'
import { openAreas, openPalette } from '../overlay.ts'
import { texts } from '../texts.ts'
import { IdleMenu } from './idle-menu.tsx'
import { NAV_ITEMS, type NavItem } from './nav-items.ts'
import { PhoneSearch } from './phone-search.tsx'
import { UnreadMark } from './unread-mark.tsx'

const BAR = ['home', 'all-tasks', 'inbox', 'files']
const barItems = NAV_ITEMS.filter((item) => BAR.includes(item.key)).sort(
  (a, b) => BAR.indexOf(a.key) - BAR.indexOf(b.key),
)

const target = 'inset-focus grid size-11 shrink-0 place-items-center rounded-sm text-fg-2'

/** In place of navigation and top bar on a narrow screen; every target is at least 44 px. */
export function PhoneHeader({ user }: { user: CurrentUser }) {
  const isSearch = useRouterState({ select: ({ location }) => location.pathname === '/search' })
  if (isSearch) return <PhoneSearch />
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b bg-surface pr-2 pl-2">
      <div className="min-w-0 flex-1">
        <IdleMenu name="TenantMenu" trigger={<PhoneTenant user={user} />} />
      </div>
      <button
        type="button"
        aria-label={texts.shell.openSearch}
        onClick={() => openPalette('', true)}
        className={target}
      >
        <Search size={20} strokeWidth={1.8} aria-hidden />
      </button>
      <IdleMenu name="AccountMenu" trigger={<PhoneAccount user={user} />} />
    </header>
  )
}

function PhoneTenant({ user, logo, ...rest }: ComponentProps<'button'> & { user: CurrentUser; logo?: string }) {
  return (
    <button type="button" {...rest} className="inset-focus flex h-11 max-w-full items-center gap-2 rounded-sm px-2">
      <Avatar name={user.tenant_name} src={logo} size={24} square />
      <span translate="no" className="min-w-0 truncate text-md font-semibold">
        {user.tenant_name}
      </span>
      <span className="sr-only">, {texts.shell.workspaceMenu}</span>
      <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-fg-3" />
    </button>
  )
}

function PhoneAccount({ user, ...rest }: ComponentProps<'button'> & { user: CurrentUser }) {
  return (
    <button type="button" {...rest} className={target}>
      <Avatar name={user.name} src={user.photo ?? undefined} size={30} />
      <span className="sr-only">
        <span translate="no">{user.name}</span>, {texts.shell.accountMenu}
      </span>
    </button>
  )
}

export function PhoneBar({ active }: { active: string | undefined }) {
  return (
    <nav aria-label={lateTexts.phone.bar} className="shrink-0 border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      <ul className="grid h-15 grid-cols-5">
        {barItems.map((item) => (
          <li key={item.key}>
            <BarLink item={item} active={item.key === active} />
          </li>
        ))}
        <li>
          <button type="button" onClick={openAreas} aria-haspopup="dialog" className={barTarget(false)}>
            <BarContent icon={Ellipsis} label={lateTexts.phone.more} active={false} />
          </button>
        </li>
      </ul>
    </nav>
  )
}

const barTarget = (active: boolean) =>
  cn(
    'inset-focus relative flex h-full w-full flex-col items-center justify-center gap-1 text-2xs',
    active ? 'font-semibold text-accent-text' : 'text-fg-2',
  )

function BarLink({ item, active }: { item: NavItem; active: boolean }) {
  const label = item.key === 'home' ? lateTexts.phone.home : item.label
  return (
    <Link to={item.to} aria-current={active ? 'page' : undefined} className={barTarget(active)}>
      <BarContent icon={item.icon} label={label} active={active} />
      {item.key === 'inbox' && (
        <span className="absolute top-1 left-1/2 ml-1 leading-none">
          <UnreadMark />
        </span>
      )}
    </Link>
  )
}

function BarContent({ icon: Icon, label, active }: { icon: LucideIcon; label: string; active: boolean }) {
  return (
    <>
      <Icon size={20} strokeWidth={active ? 2 : 1.75} aria-hidden />
      {label}
    </>
  )
}
