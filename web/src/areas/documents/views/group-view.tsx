import { useQuery } from '@tanstack/react-query'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import type { FocusEventHandler, RefObject } from 'react'
import { groupsQuery } from '../documents.api.ts'
import { FilesFailed } from '../list/failed.tsx'
import { FileContext } from '../list/file-context.tsx'
import type { FileHands } from '../list/file-menu.tsx'
import { filtersIn, narrowingOf } from '../list/files-asked.ts'
import { FilesLoading } from '../list/files-loading.tsx'
import { type FilesSearch } from '../list/files-search.ts'
import { Nothing } from '../list/nothing.tsx'
import type { Change } from '../list/use-files-address.ts'
import { useListKeys } from '../list/use-list-keys.ts'
import { totalOf } from '../sidebar/use-counts.ts'
import { ChooseWorkflow } from './choose-workflow.tsx'
import { ContextBar } from './context-bar.tsx'
import { MapView } from './map-view.tsx'
import { StatusView } from './status-view.tsx'

type GroupViewProps = {
  title: string
  view: 'status' | 'map'
  search: FilesSearch
  documents: readonly Document[]
  hands: FileHands
  current: DocumentId | undefined
  scroller: RefObject<HTMLElement | null>
  onRows: (key: string, documents: readonly Document[]) => void
  onFocus: FocusEventHandler
  onChange: Change
  onClear: () => void
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
  const { title, search, documents, hands, current, scroller, onRows, by } = props
  const filter = { ...narrowingOf(search), ...(by === 'step' && { instance: search.instance }) }
  const groups = useQuery(groupsQuery(by, filter))
  const onKeyDown = useListKeys({
    scroller,
    onPreview: (id) => {
      const document = documents.find((one) => one.id === id)
      if (document) hands.onPreview(document.id)
    },
  })
  const { data } = groups
  if (!data) return groups.isError ? <FilesFailed asked={groups} /> : <FilesLoading view={props.view} />
  // Without filters a map shows its steps, be they empty.
  const asksForMap = by === 'step' && filtersIn(search) === 0
  const none = !asksForMap && totalOf(data).count === 0 && !groups.isPlaceholderData
  if (none) return <Nothing search={search} onClear={props.onClear} onUpload={props.onUpload} />
  const shared = { groups: data, filter, current, onRows }
  return (
    <FileContext
      documents={documents}
      hands={hands}
      target={
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one link in it to the next
        <section
          ref={scroller}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keys too
          tabIndex={0}
          aria-label={title}
          aria-busy={groups.isPlaceholderData || undefined}
          onKeyDown={onKeyDown}
          onFocus={props.onFocus}
          className="@container min-h-0 flex-1 overflow-auto bg-board outline-none"
        >
          {by === 'status' ? <StatusView {...shared} /> : <MapView {...shared} />}
        </section>
      }
    />
  )
}
