import type { CurrentUser } from '@throughline/contracts/auth'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { texts } from '../texts.ts'

type TriggerProps = ComponentProps<'button'> & { user: CurrentUser; collapsed?: boolean }

const trigger =
  'inset-focus flex w-full items-center gap-2.5 rounded-md px-1.5 hover:bg-nav-hover data-popup-open:bg-nav-hover'

export function TenantTrigger({ user, collapsed, logo, ...rest }: TriggerProps & { logo?: string | undefined }) {
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

export function AccountTrigger({ user, collapsed, ...rest }: TriggerProps) {
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
