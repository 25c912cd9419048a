import type { TaskSort } from '@throughline/contracts/tasks'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, List, ListFilter, SquareKanban, UsersRound } from 'lucide-react'
import { ExportButton, type ExportCalls } from '../../../shared/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuChoices, MenuGroup, MenuSeparator } from '../../../ui/menu-items.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { spec, texts } from '../tasks.texts.ts'
import { SORTS } from './tasks-search.ts'

type View = 'list' | 'board'
type Order = 'asc' | 'desc'

const sortItems = SORTS.map((value) => ({ value, label: texts.sorts[value] }))
const orderItems = [
  { value: 'asc', label: texts.ascending },
  { value: 'desc', label: texts.descending },
] as const

type TaskHeaderProps = {
  title: string
  count: number | undefined
  /** Of a team's queue: how many people take from it. */
  takers: number | undefined
  view: View
  sort: TaskSort
  order: Order
  filtersShown: boolean
  /** A panel or a small screen takes the room. */
  narrow: boolean
  onView: (view: View) => void
  onSort: (sort: TaskSort, order: Order) => void
  onFilters: () => void
  /** What the filter shows, as a file. */
  exported: ExportCalls
}

export function TaskHeader(props: TaskHeaderProps) {
  const { title, count, takers, view, sort, order, filtersShown, narrow, onView, onSort, onFilters } = props
  const views = [
    { value: 'list', label: spec.list, icon: List, iconOnly: narrow },
    { value: 'board', label: spec.board, icon: SquareKanban, iconOnly: narrow },
  ] as const
  return (
    <ScreenHeader title={title} {...(count !== undefined && { count })}>
      {takers !== undefined && !narrow && (
        <span className="mr-2 inline-flex items-center gap-1.5 text-xs text-fg-3">
          <UsersRound size={14} aria-hidden />
          {texts.takers(takers)}
        </span>
      )}
      <Button variant="ghost" icon={ListFilter} aria-expanded={filtersShown} onClick={onFilters}>
        {filtersShown ? spec.hideFilters : spec.showFilters}
      </Button>
      {view === 'list' && (
        <Menu
          align="end"
          trigger={
            <Button
              variant="ghost"
              icon={order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
              aria-label={texts.chosen(texts.sort, texts.sorts[sort])}
            >
              <span className="max-[759px]:sr-only">{texts.sorts[sort]}</span>
            </Button>
          }
        >
          <MenuGroup label={texts.sort}>
            <MenuChoices value={sort} onChange={(next) => onSort(next, order)} items={sortItems} />
            <MenuSeparator />
            <MenuChoices value={order} onChange={(next) => onSort(sort, next)} items={orderItems} />
          </MenuGroup>
        </Menu>
      )}
      {!narrow && <ExportButton name="tasks" calls={props.exported} />}
      <Segmented label={texts.viewLabel} value={view} onChange={onView} items={views} />
    </ScreenHeader>
  )
}
