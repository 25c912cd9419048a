import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { type FocusEventHandler, type RefObject, useEffect } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { texts } from '../documents.texts.ts'
import { FilesFailed } from '../list/failed.tsx'
import { FileContext } from '../list/file-context.tsx'
import type { FileHands } from '../list/file-menu.tsx'
import { FileTable } from '../list/file-table.tsx'
import { orderOf } from '../list/files-asked.ts'
import { FilesLoading } from '../list/files-loading.tsx'
import { type FilesSearch } from '../list/files-search.ts'
import { Nothing } from '../list/nothing.tsx'
import { PhoneList } from '../list/phone-list.tsx'
import { useListKeys } from '../list/use-list-keys.ts'
import { Timeline } from './timeline.tsx'
import type { FlatList } from './use-flat-list.ts'

type Selection = {
  chosen: ReadonlySet<string>
  choose: (ids: Set<string>) => void
  all: () => void
  clear: () => void
}

export type FlatViewProps = {
  user: CurrentUser
  title: string
  view: 'list' | 'timeline'
  phone: boolean
  search: FilesSearch
  flat: FlatList
  hands: FileHands
  selection: Selection
  current: DocumentId | undefined
  scroller: RefObject<HTMLElement | null>
  onFocus: FocusEventHandler
  onSort: (changes: Pick<FilesSearch, 'sort' | 'order'>) => void
  onClear: () => void
  onUpload: (() => void) | undefined
}

/** The table and the timeline: one list, read on as one scrolls. */
export function FlatView(props: FlatViewProps) {
  const { user, title, view, phone, search, flat, hands, selection, current, scroller } = props
  const { list, found } = flat
  const { rows } = found
  const table = view === 'list' && !phone
  const { sort = 'updated', trash = false } = search
  const onKeyDown = useListKeys({
    scroller,
    selection: table ? { some: selection.chosen.size > 0, onAll: selection.all, onClear: selection.clear } : undefined,
    onPreview: trash ? undefined : (id) => previewOf(rows, id, hands),
  })
  // Whoever steps through with the buttons of the panel keeps the row in sight.
  useEffect(() => {
    if (current) scroller.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current, scroller])
  return (
    <>
      {found.loading && <FilesLoading view={view} />}
      {list.isError && rows.length === 0 && <FilesFailed asked={list} />}
      {list.isError && rows.length > 0 && (
        <Banner tone="warning" title={texts.notRefreshed} className="mx-4 mt-2">
          {serverMessageOf(list.error)}
        </Banner>
      )}
      {found.none && <Nothing search={search} onClear={props.onClear} onUpload={props.onUpload} />}
      {rows.length > 0 && (
        <FileContext
          documents={rows}
          hands={hands}
          target={
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys lead from one link in it to the next
            <section
              ref={scroller}
              tabIndex={-1}
              aria-label={title}
              aria-busy={list.isPlaceholderData || undefined}
              onKeyDown={onKeyDown}
              onFocus={props.onFocus}
              className="@container min-h-0 flex-1 overflow-y-auto outline-none"
            >
              {view === 'timeline' ? (
                <Timeline
                  documents={rows}
                  zone={user.time_zone}
                  current={current}
                  more={list.hasNextPage}
                  scroller={scroller}
                  onNearEnd={found.more}
                />
              ) : phone ? (
                <PhoneList
                  documents={rows}
                  hands={hands}
                  current={current}
                  scroller={scroller}
                  onNearEnd={found.more}
                />
              ) : (
                <FileTable
                  caption={title}
                  documents={rows}
                  trash={trash}
                  hands={hands}
                  sort={{ key: sort, direction: orderOf(search) === 'asc' ? 'ascending' : 'descending' }}
                  onSort={(key, direction) =>
                    props.onSort({ sort: key, order: direction === 'ascending' ? 'asc' : 'desc' })
                  }
                  selected={selection.chosen}
                  onSelect={selection.choose}
                  current={current}
                  total={list.hasNextPage ? -1 : rows.length}
                  scroller={scroller}
                  onNearEnd={found.more}
                />
              )}
              {list.isFetchingNextPage && (
                <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>
              )}
              {selection.chosen.size > 0 && <div aria-hidden className="h-18" />}
            </section>
          }
        />
      )}
    </>
  )
}

function previewOf(rows: readonly Document[], id: string, hands: FileHands) {
  const document = rows.find((one) => one.id === id)
  if (document) hands.onPreview(document.id)
}
