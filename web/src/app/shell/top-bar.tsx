import { Moon, PanelLeft, Plus, Sun } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useTheme } from '../../ui/use-theme.ts'
import type { Place } from '../places.ts'
import { texts } from '../texts.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { IdleMenu } from './idle-menu.tsx'
import { toggleNavigation } from './nav-state.ts'
import { SearchBox } from './search-box.tsx'

export function TopBar({ place, collapsed }: { place: Place | undefined; collapsed: boolean }) {
  const { theme } = useTheme()
  return (
    <header className="flex h-(--topbar-height) shrink-0 items-center gap-2 pr-3 pl-1">
      <div className="flex min-w-0 flex-1 items-center gap-2">
        <IconButton
          label={collapsed ? texts.shell.expand : texts.shell.collapse}
          kbd="["
          icon={PanelLeft}
          onFrame
          onClick={toggleNavigation}
        />
        <Breadcrumb place={place} />
      </div>
      <SearchBox />
      <div className="flex flex-1 items-center justify-end gap-1">
        <IdleMenu
          name="ThemeMenu"
          trigger={<IconButton label={texts.shell.theme} icon={theme === 'dark' ? Sun : Moon} onFrame />}
        />
        <IdleMenu name="NewMenu" trigger={<Button icon={Plus}>{texts.shell.new}</Button>} />
      </div>
    </header>
  )
}
