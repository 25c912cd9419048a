import type { CurrentUser } from '@throughline/contracts/auth'
import { ChevronRight, Moon, PanelLeft, Plus, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { useTheme } from '../../ui/use-theme.ts'
import type { PageMeta } from '../pages.ts'
import { texts } from '../texts.ts'
import { createItems } from './create-items.ts'
import { IdleMenu } from './idle-menu.tsx'
import { toggleNavigation } from './nav-state.ts'
import { SearchBox } from './search-box.tsx'

type TopBarProps = { user: CurrentUser; meta: PageMeta | undefined; collapsed: boolean }

export function TopBar({ user, meta, collapsed }: TopBarProps) {
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
        <Breadcrumb meta={meta} />
      </div>
      <SearchBox />
      <div className="flex flex-1 items-center justify-end gap-1">
        <IdleMenu
          name="ThemeMenu"
          trigger={<IconButton label={texts.shell.theme} icon={theme === 'dark' ? Sun : Moon} onFrame />}
        />
        {createItems(user).length > 0 && (
          <IdleMenu name="NewMenu" trigger={<Button icon={Plus}>{texts.shell.new}</Button>} />
        )}
      </div>
    </header>
  )
}

function Breadcrumb({ meta }: { meta: PageMeta | undefined }) {
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get)
  if (!meta) return null
  return (
    <nav aria-label={texts.shell.breadcrumb} className="min-w-0">
      <ol className="flex items-center gap-1.5 text-sm">
        {[meta.under ?? []].flat().map((name) => (
          <li
            key={name}
            className="flex max-w-48 shrink-0 items-center gap-1.5 text-fg-3 max-[1179px]:nth-last-3:hidden"
          >
            <span className="truncate">{name}</span>
            <ChevronRight size={13} aria-hidden className="shrink-0" />
          </li>
        ))}
        <li
          aria-current="page"
          translate={own === undefined ? undefined : 'no'}
          className="min-w-0 truncate font-medium"
        >
          {own ?? meta.title}
        </li>
      </ol>
    </nav>
  )
}
