import { Link, useLocation } from '@tanstack/react-router'
import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import type { ReactElement } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { Menu } from '../../ui/menu.tsx'
import { MenuChoices, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu-items.tsx'
import { setTheme } from '../../ui/theme.ts'
import { useTheme } from '../../ui/use-theme.ts'
import { texts } from '../late.texts.ts'
import { askToLogOut, openShortcuts } from '../overlay.ts'
import { spec } from '../texts.ts'
import { createItems, createLink } from './create-items.ts'

export { TenantMenu } from './tenant-menu.tsx'

type MenuProps = { trigger: ReactElement; defaultOpen: boolean }

export function AccountMenu(props: MenuProps) {
  return (
    <Menu {...props} side="top">
      <MenuLink icon={Settings} link={<Link to="/profile" />}>
        {spec.profileSettings}
      </MenuLink>
      <MenuItem icon={Keyboard} kbd="?" onSelect={openShortcuts}>
        {texts.keyboardShortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={askToLogOut}>
        {spec.logOut}
      </MenuItem>
    </Menu>
  )
}

export function NewMenu(props: MenuProps) {
  const { pathname } = useLocation()
  const user = useCurrentUser()
  return (
    <Menu {...props} align="end">
      {createItems(user).map(({ key, label, icon, link }) => (
        <MenuLink
          key={key}
          icon={icon}
          kbd={texts.chord('N', key.toUpperCase())}
          link={<Link {...createLink({ key, link }, pathname)} />}
        >
          {label}
        </MenuLink>
      ))}
    </Menu>
  )
}

export function ThemeMenu(props: MenuProps) {
  const { choice } = useTheme()
  const { light, dark, system } = texts.themes
  return (
    <Menu {...props} align="end">
      <MenuChoices
        value={choice}
        onChange={setTheme}
        items={[
          { value: 'light', label: light, icon: Sun },
          { value: 'dark', label: dark, icon: Moon },
          { value: 'system', label: system, icon: Monitor },
        ]}
      />
    </Menu>
  )
}
