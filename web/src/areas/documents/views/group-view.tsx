import { useQuery } from '@tanstack/react-query'
import type { Document } from '@throughline/contracts/documents'
import { useCallback, useMemo, useState } from 'react'
import { ListLoading } from '../../../shared/list-page/list-loading.tsx'
import { ListFailed } from '../../../shared/list-page/list-page.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { groupsQuery } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { FileContext, type FileHandlers } from '../list/file-menu.tsx'
import { FilesEmpty } from '../list/files-empty.tsx'
import { CLEARED, filtersIn, narrowingOf } from '../list/files-filter.ts'
import type { FilesSearch } from '../list/files-search.ts'
import type { Change } from '../list/use-files-address.ts'
import { totalOf } from '../sidebar/use-counts.ts'
import { ChooseWorkflow } from './choose-workflow.tsx'
import { ContextBar } from './context-bar.tsx'
import { MapView } from './map-view.tsx'
import { StatusView } from './status-view.tsx'

/** What the groups of a view hold, in the order in which they stand. */
export function useGrouped() {
  const [groups, setGroups] = useState<ReadonlyMap<string, readonly Document[]>>(new Map())
  const onRows = useCallback(
    (key: string, documents: readonly Document[]) => setGroups((old) => new Map(old).set(key, documents)),
    [],
  )
  const documents = useMemo(() => [...groups.values()].flat(), [groups])
  return { documents, onRows }
}

type GroupViewProps = {
  title: string
  view: 'status' | 'map'
  search: FilesSearch
  list: List<Document>
  handlers: FileHandlers
  onRows: (key: string, documents: readonly Document[]) => void
  onChange: Change
  onUpload: (() => void) | undefined
}

/** Documents by their status, or by the steps of one workflow. */
export function GroupView(props: GroupViewProps) {
  const { view, search, onChange } = props
  if (view === 'status') return <Groups {...props} by="status" />
  if (!search.workflow) return <ChooseWorkflow onChoose={(workflow) => onChange({ workflow })} />
  return (
    <>
      <ContextBar workflowId={search.workflow} instanceId={search.instance} onChange={onChange} />
      <Groups {...props} by="step" />
    </>
  )
}

function Groups(props: GroupViewProps & { by: 'status' | 'step' }) {
  const { title, search, list, handlers, onRows, onChange, by } = props
  const { scroller, rows, current, onKeyDown } = list
  const filter = { ...narrowingOf(search), ...(by === 'step' && { instance: search.instance }) }
  const groups = useQuery(groupsQuery(by, filter))
  const { data } = groups
  if (groups.isError && !data)
    return <ListFailed query={groups} texts={{ failed: spec.failed, retry: spec.tryAgain }} />
  if (!data) return <ListLoading label={texts.loading} shape="columns" />
  // Without filters a map shows its steps, be they empty.
  const asksForMap = by === 'step' && filtersIn(search) === 0
  const none = !asksForMap && totalOf(data).count === 0 && !groups.isPlaceholderData
  if (none) return <FilesEmpty search={search} onClear={() => onChange(CLEARED)} onUpload={props.onUpload} />
  const shared = { groups: data, filter, current, onRows }
  return (
    <FileContext
      documents={rows}
      handlers={handlers}
      target={
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one link in it to the next
        <section
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keys too
          tabIndex={0}
          aria-label={title}
          aria-busy={groups.isPlaceholderData || undefined}
          onKeyDown={onKeyDown}
          className="@container min-h-0 flex-1 overflow-auto bg-board outline-none"
        >
          {by === 'status' ? <StatusView {...shared} /> : <MapView {...shared} />}
        </section>
      }
    />
  )
}
