import { CalendarDays, Columns3, List, ListFilter, PanelLeft, Route, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { texts } from '../documents.texts.ts'
import { type FilesView, VIEWS } from './files-search.ts'

const ICONS = { list: List, timeline: CalendarDays, status: Columns3, map: Route } as const

type FilesHeaderProps = {
  title: string
  count: string | undefined
  sidebar: boolean
  onSidebar: () => void
  filters: { shown: boolean; set: number; onPress: () => void }
  /** Absent in the trash, which is a list only. */
  view: FilesView | undefined
  onView: (view: FilesView) => void
  onUpload: (() => void) | undefined
  /** Little room: icons without their words. */
  narrow: boolean
  phone: boolean
  fresh: ReactNode
}

export function FilesHeader(props: FilesHeaderProps) {
  const { title, count, sidebar, onSidebar, filters, view, onView, onUpload, narrow, phone, fresh } = props
  const views = VIEWS.map((value) => ({
    value,
    label: texts.views[value],
    icon: ICONS[value],
    iconOnly: narrow,
  }))
  return (
    <ScreenHeader
      title={title}
      {...(count !== undefined && { count })}
      before={
        <IconButton
          label={sidebar ? texts.hideSidebar : texts.showSidebar}
          icon={PanelLeft}
          active={sidebar}
          onClick={onSidebar}
          className="mr-1"
        />
      }
    >
      {fresh}
      <Button icon={ListFilter} aria-expanded={filters.shown} onClick={filters.onPress}>
        <span className={phone ? 'sr-only' : undefined}>{texts.filter}</span>
        {filters.set > 0 && (
          <>
            <span
              aria-hidden
              translate="no"
              className="tnum -mr-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent"
            >
              {filters.set}
            </span>
            <span className="sr-only">{texts.filtersSet(filters.set)}</span>
          </>
        )}
      </Button>
      {view && <Segmented label={texts.view} value={view} onChange={onView} items={views} />}
      {onUpload && (
        <Button variant="primary" icon={Upload} onClick={onUpload} aria-label={texts.upload}>
          <span className={phone ? 'sr-only' : undefined}>{texts.upload}</span>
        </Button>
      )}
    </ScreenHeader>
  )
}
