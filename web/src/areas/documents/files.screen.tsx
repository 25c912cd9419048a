import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListFresh } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { focusedRowId, rowLink } from '../../ui/row-focus.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { FilesBulk } from './bulk/files-bulk.tsx'
import { FilesBulkResult } from './bulk/files-bulk-result.tsx'
import { useFilesBulk } from './bulk/use-files-bulk.ts'
import { texts } from './documents.texts.ts'
import { FileFilters } from './filters/file-filters.tsx'
import { useFileMenu } from './list/file-menu.tsx'
import { CLEARED, filtersIn, listFilterOf } from './list/files-asked.ts'
import { FilesHeader } from './list/files-header.tsx'
import { type FilesView, VIEWS } from './list/files-search.ts'
import { useRights } from './list/rights.ts'
import { useFilesAddress } from './list/use-files-address.ts'
import { useTitle } from './list/use-title.ts'
import { Sidebar, useSidebar } from './sidebar/sidebar.tsx'
import { door } from './uploads/uploads-door.ts'
import { FlatView, useFlatList } from './views/flat-view.tsx'
import { GroupView, useGrouped } from './views/group-view.tsx'
import { OpenFile } from './views/open-file.tsx'

const VIEW = 'tl.files-view'

const storedView = (): FilesView => VIEWS.find((view) => view === readStored(VIEW)) ?? 'list'

type FilesScreenProps = {
  /** Rows of two lines instead of a table. */
  phone?: boolean
  /** The sidebar lies over the list. */
  narrow?: boolean
  /** Told what was listed, for whoever remembers the names of files. */
  onListed?: (documents: readonly Document[]) => void
}

export function FilesScreen(props: FilesScreenProps) {
  const user = useCurrentUser()
  return user && <Files user={user} {...props} />
}

function Files({ user, phone = false, narrow = false, onListed }: FilesScreenProps & { user: CurrentUser }) {
  const { search, change } = useFilesAddress()
  const { file, trash = false } = search
  const view = trash ? 'list' : (search.view ?? storedView())
  const flatView = view === 'list' || view === 'timeline' ? view : undefined
  const [filtersShown, showFilters] = useState(() => filtersIn(search) > 0)
  const panel = useRef<HTMLDivElement>(null)
  const rights = useRights(user)
  const sidebar = useSidebar(narrow)
  const { title, count } = useTitle(search)
  usePageTitle(title)

  const flat = useFlatList(listFilterOf(search, view), flatView !== undefined, user.member_id)
  const grouped = useGrouped()
  const documents = flatView ? flat.rows : grouped.documents
  const idOf = (id: string) => documents.find((one) => one.id === id)?.id
  const list = useList(
    { ...flat, rows: documents },
    {
      selectable: view === 'list' && !phone,
      current: file,
      onFollow: (id) => change({ file: idOf(id) }),
      onPeek: trash ? undefined : (id) => change({ preview: idOf(id) }, false),
    },
  )
  const { scroller, selection } = list
  useEffect(() => {
    if (!trash && documents.length > 0) onListed?.(documents)
  }, [trash, documents, onListed])
  const { clear: unselect } = selection
  const bulk = useFilesBulk(unselect)

  const { hands, dialogs } = useFileMenu({
    rights,
    scroller,
    onOpen: useCallback((id: DocumentId) => change({ file: id }, false), [change]),
    onPreview: useCallback((id: DocumentId) => change({ preview: id }, false), [change]),
    onGone: (id) => id === file && change({ file: undefined }),
  })
  const onView = useCallback(
    (next: FilesView) => {
      writeStored(VIEW, next)
      unselect()
      change({ view: next, instance: undefined })
    },
    [change, unselect],
  )
  const onFilters = useCallback(() => showFilters((shown) => !shown), [])
  const { workflow } = search
  const onUpload = useCallback(
    () => door.openForm({ place: workflow ? { workflowId: workflow, label: title } : {}, chosen: [] }),
    [workflow, title],
  )
  // By N U from anywhere: the form comes once, and a reload does not bring it back.
  useEffect(() => {
    if (!search.upload) return
    change({ upload: undefined })
    if (rights.manage) onUpload()
  }, [search.upload, rights.manage, change, onUpload])
  const { onOpen } = hands
  const onDetails = useCallback(() => {
    const row = documents.find(({ id }) => id === focusedRowId(scroller.current))
    if (file && panel.current?.contains(document.activeElement)) rowLink(scroller.current, file)?.focus()
    else if (file) panel.current?.querySelector('aside')?.focus()
    else if (row && !trash) onOpen?.(row.id)
  }, [scroller, documents, file, trash, onOpen])
  usePageKeys(
    useMemo(
      () => [
        ...(trash
          ? []
          : VIEWS.map((each, at) => ({ key: `${at + 1}`, label: texts.views[each], act: () => onView(each) }))),
        { key: 'f', label: texts.keys.filters, act: onFilters },
        { key: 's', label: texts.keys.sidebar, act: sidebar.toggle },
        ...(trash ? [] : [{ key: 'i', label: texts.keys.details, act: onDetails }]),
      ],
      [trash, onView, onFilters, sidebar.toggle, onDetails],
    ),
  )
  const clear = () => change(CLEARED)
  const shared = {
    title,
    search,
    list,
    hands,
    onClear: clear,
    onUpload: rights.manage ? onUpload : undefined,
  }
  return (
    <div className="flex h-full flex-col overflow-hidden">
      <FilesHeader
        title={title}
        count={count}
        sidebar={sidebar.shown}
        onSidebar={sidebar.toggle}
        filters={{ shown: filtersShown, set: filtersIn(search), onPress: onFilters }}
        view={trash ? undefined : view}
        onView={onView}
        onUpload={rights.manage && !trash ? onUpload : undefined}
        narrow={narrow}
        phone={phone}
        fresh={flatView && <ListFresh list={list} label={texts.showFresh} />}
      />
      <div className="@container relative flex min-h-0 flex-1">
        {sidebar.shown && <Sidebar search={search} trash={rights.manage} onChosen={sidebar.onChosen} />}
        <div className="relative flex min-w-0 flex-1 flex-col">
          {filtersShown && (
            <FileFilters
              user={user}
              search={search}
              withStatus={view !== 'status'}
              clientName={documents.find(({ client }) => client?.id === search.client)?.client?.name}
              onChange={change}
            />
          )}
          {flatView ? (
            <FlatView {...shared} user={user} view={flatView} phone={phone} onSort={change} />
          ) : (
            <GroupView {...shared} view={view === 'map' ? 'map' : 'status'} onRows={grouped.onRows} onChange={change} />
          )}
          <FilesBulk
            selected={selection.selected}
            trash={trash}
            rights={rights}
            bulk={bulk}
            onDownload={hands.onDownload}
            onClear={selection.clear}
          />
        </div>
        <div ref={panel} className="contents">
          <OpenFile
            search={search}
            documents={documents}
            more={flatView !== undefined && flat.hasMore}
            onNearEnd={flat.more}
            scroller={scroller}
            onChange={change}
          />
        </div>
      </div>
      {dialogs}
      <FilesBulkResult bulk={bulk} />
    </div>
  )
}
