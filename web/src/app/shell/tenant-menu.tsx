import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Workspace } from '@throughline/contracts/account'
import { Building2, RotateCw } from 'lucide-react'
import { cloneElement, type ReactElement, useEffect } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuChoices, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu-items.tsx'
import { toast } from '../../ui/toast.ts'
import { switcherOpen } from '../overlay.ts'
import { useSignal } from '../signal.ts'
import { texts } from './switcher.texts.ts'
import { useSwitchWorkspace, workspacesQuery } from './workspaces.ts'

type TenantMenuProps = { trigger: ReactElement<{ logo?: string | undefined }>; defaultOpen: boolean }

/** The person's workspaces, from the name of the present one. */
export function TenantMenu({ trigger, defaultOpen }: TenantMenuProps) {
  const open = useSignal(switcherOpen)
  const user = useCurrentUser()
  const logo = useQuery(workspacesQuery).data?.find(({ current }) => current)?.logo_url ?? undefined
  useEffect(() => {
    if (defaultOpen) switcherOpen.set(true)
    return () => switcherOpen.set(false)
  }, [defaultOpen])
  return (
    <Menu trigger={logo ? cloneElement(trigger, { logo }) : trigger} open={open} onOpenChange={switcherOpen.set}>
      {open && <Workspaces />}
      {user?.organization_id === null && (
        <>
          <MenuSeparator />
          <MenuLink icon={Building2} link={<Link to="/org-profile" />}>
            {texts.create}
          </MenuLink>
        </>
      )}
    </Menu>
  )
}

function Workspaces() {
  const { data, isError, refetch } = useQuery(workspacesQuery)
  const open = useSwitchWorkspace()
  const choose = async (tenantId: string) => {
    const chosen = data?.find((each) => each.tenant_id === tenantId)
    if (!chosen || chosen.current) return
    try {
      await open(chosen.tenant_id)
    } catch {
      toast.error(texts.failed(chosen.name))
    }
  }
  if (isError)
    return (
      <MenuGroup label={texts.loadFailed}>
        <MenuItem icon={RotateCw} onSelect={() => void refetch()}>
          {texts.tryAgain}
        </MenuItem>
      </MenuGroup>
    )
  return (
    <MenuGroup label={data ? texts.title : texts.loading}>
      <MenuChoices
        value={data?.find(({ current }) => current)?.tenant_id ?? ''}
        onChange={(tenantId) => void choose(tenantId)}
        items={(data ?? []).map((each) => ({ value: each.tenant_id, label: <Row workspace={each} /> }))}
      />
    </MenuGroup>
  )
}

function Row({ workspace: { name, logo_url, role_display_name } }: { workspace: Workspace }) {
  return (
    <span translate="no" className="flex max-w-64 items-center gap-2.5 py-0.5">
      <Avatar name={name} src={logo_url ?? undefined} size={24} square />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs text-fg-3">{role_display_name}</span>
      </span>
    </span>
  )
}
