import { LayoutGrid, List, ListFilter, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExportButton, type ExportCalls } from '../../../shared/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { spec, texts } from '../instances.texts.ts'
import type { InstancesSearch } from './instances-search.ts'
import { type Age, Refresh } from './refresh.tsx'
import type { ListAddress } from './use-list-address.ts'

const VIEWS = [
  { value: 'list', label: texts.list, icon: List },
  { value: 'grid', label: texts.grid, icon: LayoutGrid },
] as const

const VIEW = 'tl.instances-view'

/** The address decides; without it, what was chosen last. */
export const viewOf = ({ view }: InstancesSearch): 'list' | 'grid' =>
  view ?? (readStored(VIEW) === 'grid' ? 'grid' : 'list')

type ListHeaderProps = {
  title: string
  count: number | undefined
  age: Age
  onRefresh: () => void
  address: Pick<ListAddress, 'search' | 'change'>
  filters: boolean
  onFilters: (shown: boolean) => void
  /** The trash shows other rows: nothing of these stays selected. */
  onTrash: () => void
  /** The panel stands beside the list and takes its room. */
  narrow: boolean
  /** What the filter shows, as a file. */
  exported: ExportCalls
  /** Absent for people who may not start one. */
  onAdd: (() => void) | undefined
  /** What has come in the meantime, where there is no strip for it. */
  fresh: ReactNode
}

export function ListHeader(props: ListHeaderProps) {
  const { title, count, age, onRefresh, filters, onFilters, onTrash } = props
  const { search, change } = props.address
  const { trash = false } = search
  return (
    <ScreenHeader title={trash ? texts.trash : title} {...(count !== undefined && { count })}>
      {props.fresh}
      <Refresh age={age} onRefresh={onRefresh} narrow={props.narrow} />
      <SearchInput
        size="md"
        label={texts.search}
        value={search.q ?? ''}
        onSearch={(q) => change({ q })}
        className="w-44 max-[1180px]:w-36"
      />
      <IconButton
        label={trash ? texts.leaveTrash : texts.trash}
        icon={Trash2}
        active={trash}
        onClick={() => {
          onTrash()
          change({ trash: trash ? undefined : true, instanceId: undefined, status: undefined })
        }}
      />
      {!props.narrow && <ExportButton name="instances" calls={props.exported} />}
      <Button variant="ghost" icon={ListFilter} aria-expanded={filters} onClick={() => onFilters(!filters)}>
        {filters ? spec.filters.hide : spec.filters.show}
      </Button>
      <Segmented
        label={texts.layout}
        value={viewOf(search)}
        onChange={(view) => {
          writeStored(VIEW, view)
          change({ view })
        }}
        items={VIEWS}
      />
      {props.onAdd && !trash && !props.narrow && (
        <Button
          variant="primary"
          icon={Plus}
          kbd={texts.chord}
          onClick={props.onAdd}
          className="max-[1180px]:[&_kbd]:hidden"
        >
          {spec.add}
        </Button>
      )}
    </ScreenHeader>
  )
}
