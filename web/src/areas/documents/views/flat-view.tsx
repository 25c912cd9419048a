import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import { useEffect } from 'react'
import { ListBody } from '../../../shared/list-page/list-page.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { type DocumentFilter, documentsQuery } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { FileContext, type FileHandlers } from '../list/file-menu.tsx'
import { FileTable } from '../list/file-table.tsx'
import { FilesEmpty } from '../list/files-empty.tsx'
import { CLEARED, orderOf } from '../list/files-filter.ts'
import type { FilesSearch } from '../list/files-search.ts'
import { PhoneList } from '../list/phone-list.tsx'
import type { Change } from '../list/use-files-address.ts'
import { Timeline } from './timeline.tsx'

const newestFirst = ({ sort, order }: DocumentFilter) => sort === 'created' || (sort === 'updated' && order !== 'asc')

/** The rows of the table or the timeline; those of the other views are asked for group by group. */
export function useFlatList(filter: DocumentFilter, enabled: boolean, memberId: string) {
  const list = useInfiniteQuery({ ...documentsQuery(filter), enabled })
  const found = useListRows(list, JSON.stringify(filter))
  const { rows, welcome } = found
  const fetched = list.isPlaceholderData ? undefined : list.data?.pages[0]?.data
  const atTheTop = newestFirst(filter)
  // What somebody uploads while they look at the list does not wait to be asked for.
  useEffect(() => {
    if (!fetched || !atTheTop) return
    const shown = new Set(rows.map(({ id }) => id))
    const own = fetched.filter(({ id, uploaded_by }) => uploaded_by?.id === memberId && !shown.has(id))
    for (const { id } of own.toReversed()) welcome(id)
  }, [fetched, atTheTop, rows, memberId, welcome])
  return found
}

type FlatViewProps = {
  user: CurrentUser
  title: string
  view: 'list' | 'timeline'
  phone: boolean
  search: FilesSearch
  list: List<Document>
  handlers: FileHandlers
  onChange: Change
  onUpload: (() => void) | undefined
}

/** The table and the timeline: one list, read on as one scrolls. */
export function FlatView(props: FlatViewProps) {
  const { user, title, view, phone, search, list, handlers, onChange, onUpload } = props
  const { sort = 'updated', trash = false } = search
  return (
    <ListBody
      list={list}
      texts={{ label: title, loading: texts.loading, failed: spec.failed, retry: spec.tryAgain }}
      empty={<FilesEmpty search={search} onClear={() => onChange(CLEARED)} onUpload={onUpload} />}
      renderAround={(rows) => <FileContext documents={list.rows} handlers={handlers} target={rows} />}
    >
      {view === 'timeline' ? (
        <Timeline list={list} zone={user.time_zone} />
      ) : phone ? (
        <PhoneList list={list} handlers={handlers} />
      ) : (
        <FileTable
          list={list}
          caption={title}
          trash={trash}
          handlers={handlers}
          sort={{ key: sort, direction: orderOf(search) === 'asc' ? 'ascending' : 'descending' }}
          onSort={(key, direction) => onChange({ sort: key, order: direction === 'ascending' ? 'asc' : 'desc' })}
        />
      )}
    </ListBody>
  )
}
