import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListFresh } from '../../shared/list-page/list-page.tsx'
import { type List, useList } from '../../shared/list-page/use-list.ts'
import { cn } from '../../ui/cn.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { focusedRowId, rowLink } from '../../ui/row-focus.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { workflowQuery } from '../workflows/builder.api.ts'
import { FilesBulk } from './bulk/files-bulk.tsx'
import { groupsQuery } from './documents.api.ts'
import { spec, texts } from './documents.texts.ts'
import { FileFilters } from './filters/file-filters.tsx'
import { type FileHandlers, useFileMenu } from './list/file-menu.tsx'
import { filtersIn, listFilterOf, narrowingOf } from './list/files-filter.ts'
import { FilesHeader } from './list/files-header.tsx'
import { type FilesSearch, type FilesView, VIEWS } from './list/files-search.ts'
import { useRights } from './list/rights.ts'
import { type Change, useFilesAddress } from './list/use-files-address.ts'
import { dropTargetClass, useWorkflowDrop } from './parts/drop-targets.ts'
import { Sidebar, useSidebar } from './sidebar/sidebar.tsx'
import { countText, totalOf } from './sidebar/use-counts.ts'
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
  const { list, onRows } = useFilesList(user, search, change, { view, selectable: view === 'list' && !phone })
  const { rows: documents, scroller, selection } = list
  useEffect(() => {
    if (!trash && documents.length > 0) onListed?.(documents)
  }, [trash, documents, onListed])
  const { handlers, dialogs } = useFileMenu({
    rights,
    scroller,
    onOpen: useCallback((id: DocumentId) => change({ file: id }, false), [change]),
    onPreview: useCallback((id: DocumentId) => change({ preview: id }, false), [change]),
    onGone: (id) => id === file && change({ file: undefined }),
  })
  const onView = useChangeView(change, selection.clear)
  const onFilters = useCallback(() => showFilters((shown) => !shown), [])
  const onUpload = useUploadForm(search, change, title, rights.manage)
  const onDetails = useDetailsFocus(list, search, panel, handlers.onOpen)
  useFilesKeys({ trash, onView, onFilters, onSidebar: sidebar.toggle, onDetails })
  const drop = useWorkflowDrop(search.workflow, title)
  const shared = { title, search, list, handlers, onChange: change, onUpload: rights.manage ? onUpload : undefined }
  return (
    <div {...drop} className={cn('flex h-full flex-col overflow-hidden', dropTargetClass)}>
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
            <FlatView {...shared} user={user} view={flatView} phone={phone} />
          ) : (
            <GroupView {...shared} view={view === 'map' ? 'map' : 'status'} onRows={onRows} />
          )}
          <FilesBulk selection={selection} trash={trash} rights={rights} onDownload={handlers.onDownload} />
        </div>
        <div ref={panel} className="contents">
          <OpenFile search={search} list={list} more={flatView !== undefined && list.hasMore} onChange={change} />
        </div>
      </div>
      {dialogs}
    </div>
  )
}

type FilesListOptions = { view: FilesView; selectable: boolean }

/** The rows of the view that is shown, with selection and keys. */
function useFilesList(user: CurrentUser, search: FilesSearch, change: Change, { view, selectable }: FilesListOptions) {
  const isFlat = view === 'list' || view === 'timeline'
  const flat = useFlatList(listFilterOf(search, view), isFlat, user.member_id)
  const grouped = useGrouped()
  const documents = isFlat ? flat.rows : grouped.documents
  const idOf = (id: string) => documents.find((one) => one.id === id)?.id
  const list = useList(
    { ...flat, rows: documents },
    {
      selectable,
      current: search.file,
      onFollow: (id) => change({ file: idOf(id) }),
      onPeek: search.trash ? undefined : (id) => change({ preview: idOf(id) }, false),
    },
  )
  return { list, onRows: grouped.onRows }
}

function useChangeView(change: Change, unselect: () => void) {
  return useCallback(
    (next: FilesView) => {
      writeStored(VIEW, next)
      unselect()
      change({ view: next, instance: undefined })
    },
    [change, unselect],
  )
}

/** Opens the form to upload; by itself too, where the address asks for it. */
function useUploadForm({ workflow, upload }: FilesSearch, change: Change, title: string, manage: boolean) {
  const open = useCallback(
    () => door.openForm({ place: workflow ? { workflowId: workflow, label: title } : {}, chosen: [] }),
    [workflow, title],
  )
  // By N U from anywhere: the form comes once, and a reload does not bring it back.
  useEffect(() => {
    if (!upload) return
    change({ upload: undefined })
    if (manage) open()
  }, [upload, manage, change, open])
  return open
}

/** Moves the focus from the list to the details of the open document and back; opens those of a row in focus. */
function useDetailsFocus(
  { rows, scroller }: List<Document>,
  { file, trash }: FilesSearch,
  panel: RefObject<HTMLElement | null>,
  onOpen: FileHandlers['onOpen'],
) {
  return useCallback(() => {
    const row = rows.find(({ id }) => id === focusedRowId(scroller.current))
    if (file && panel.current?.contains(document.activeElement)) rowLink(scroller.current, file)?.focus()
    else if (file) panel.current?.querySelector('aside')?.focus()
    else if (row && !trash) onOpen?.(row.id)
  }, [rows, scroller, file, trash, panel, onOpen])
}

type FilesKeys = {
  trash: boolean
  onView: (view: FilesView) => void
  onFilters: () => void
  onSidebar: () => void
  onDetails: () => void
}

function useFilesKeys({ trash, onView, onFilters, onSidebar, onDetails }: FilesKeys) {
  const keys = useMemo(
    () => [
      ...(trash
        ? []
        : VIEWS.map((view, at) => ({ key: `${at + 1}`, label: texts.views[view], act: () => onView(view) }))),
      { key: 'f', label: texts.keys.filters, act: onFilters },
      { key: 's', label: texts.keys.sidebar, act: onSidebar },
      ...(trash ? [] : [{ key: 'i', label: texts.keys.details, act: onDetails }]),
    ],
    [trash, onView, onFilters, onSidebar, onDetails],
  )
  usePageKeys(keys)
}

/** What is shown and how many there are; of the trash nobody counts. */
function useTitle(search: FilesSearch): { title: string; count: string | undefined } {
  const { workflow, shelf, trash } = search
  const { data: named } = useQuery({ ...workflowQuery(workflow ?? ''), enabled: workflow !== undefined })
  const { data: groups } = useQuery({ ...groupsQuery('status', narrowingOf(search)), enabled: !trash })
  const counted = search.status ? groups?.filter(({ key }) => key === search.status) : groups
  const count = counted && !trash ? countText(totalOf(counted)) : undefined
  if (trash) return { title: texts.trash, count }
  if (workflow) return { title: named?.name ?? spec.workflows, count }
  return { title: spec.shelves[shelf ?? 'all'], count }
}
