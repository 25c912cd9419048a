import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import { ListBody } from '../../../shared/list-page/list-page.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { spec, texts } from '../documents.texts.ts'
import { FileContext } from '../list/file-context.tsx'
import type { FileHands } from '../list/file-menu.tsx'
import { FileTable } from '../list/file-table.tsx'
import { orderOf } from '../list/files-asked.ts'
import { type FilesSearch } from '../list/files-search.ts'
import { Nothing } from '../list/nothing.tsx'
import { PhoneList } from '../list/phone-list.tsx'
import { Timeline } from './timeline.tsx'

type FlatViewProps = {
  user: CurrentUser
  title: string
  view: 'list' | 'timeline'
  phone: boolean
  search: FilesSearch
  list: List<Document>
  hands: FileHands
  onSort: (changes: Pick<FilesSearch, 'sort' | 'order'>) => void
  onClear: () => void
  onUpload: (() => void) | undefined
}

/** The table and the timeline: one list, read on as one scrolls. */
export function FlatView(props: FlatViewProps) {
  const { user, title, view, phone, search, list, hands, onSort, onClear, onUpload } = props
  const { sort = 'updated', trash = false } = search
  return (
    <ListBody
      list={list}
      texts={{ label: title, loading: texts.loading, failed: spec.failed, retry: spec.tryAgain }}
      empty={<Nothing search={search} onClear={onClear} onUpload={onUpload} />}
      renderAround={(rows) => <FileContext documents={list.rows} hands={hands} target={rows} />}
    >
      {view === 'timeline' ? (
        <Timeline list={list} zone={user.time_zone} />
      ) : phone ? (
        <PhoneList list={list} hands={hands} />
      ) : (
        <FileTable
          list={list}
          caption={title}
          trash={trash}
          hands={hands}
          sort={{ key: sort, direction: orderOf(search) === 'asc' ? 'ascending' : 'descending' }}
          onSort={(key, direction) => onSort({ sort: key, order: direction === 'ascending' ? 'asc' : 'desc' })}
        />
      )}
    </ListBody>
  )
}
