import { LayoutGrid, List, ListFilter, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { spec, texts } from '../instances.texts.ts'
import { type Age, Refresh } from './refresh.tsx'

const VIEWS = [
  { value: 'list', label: texts.list, icon: List },
  { value: 'grid', label: texts.grid, icon: LayoutGrid },
] as const

export type View = 'list' | 'grid'

type ListHeaderProps = {
  title: string
  count: number | undefined
  age: Age
  onRefresh: () => void
  words: string
  onSearch: (words: string) => void
  filters: boolean
  onFilters: (shown: boolean) => void
  view: View
  onView: (view: View) => void
  trash: boolean
  onTrash: (on: boolean) => void
  /** The panel stands beside the list and takes its room. */
  narrow: boolean
  /** What has come in the meantime, where there is no strip for it. */
  fresh: ReactNode
}

export function ListHeader(props: ListHeaderProps) {
  const { title, count, age, onRefresh, words, onSearch, filters, onFilters, view, onView, trash, onTrash } = props
  return (
    <ScreenHeader title={trash ? texts.trash : title} {...(count !== undefined && { count })}>
      {props.fresh}
      <Refresh age={age} onRefresh={onRefresh} narrow={props.narrow} />
      <SearchInput
        size="md"
        label={texts.search}
        placeholder={texts.search}
        value={words}
        onSearch={onSearch}
        className="w-44"
      />
      <IconButton
        label={trash ? texts.leaveTrash : texts.trash}
        icon={Trash2}
        active={trash}
        onClick={() => onTrash(!trash)}
      />
      <Button variant="ghost" icon={ListFilter} aria-expanded={filters} onClick={() => onFilters(!filters)}>
        {filters ? spec.filters.hide : spec.filters.show}
      </Button>
      <Segmented label={texts.layout} value={view} onChange={onView} items={VIEWS} />
    </ScreenHeader>
  )
}
