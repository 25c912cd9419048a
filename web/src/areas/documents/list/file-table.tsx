import { Link } from '@tanstack/react-router'
import type { Document } from '@throughline/contracts/documents'
import { useMemo } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DateOf, DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { spec, texts } from '../documents.texts.ts'
import { DocumentGlyphs, DocumentState } from '../parts/document-status.tsx'
import { FileLink } from './file-link.tsx'
import { FileActions, type FileHandlers } from './file-menu.tsx'
import type { FilesSort } from './files-search.ts'

const { columns: columnTexts } = spec

type FileColumn = Column<Document>

const nameColumn: FileColumn = {
  key: 'name',
  header: columnTexts.name,
  sortable: true,
  cell: (document) => (
    <span className="flex items-center gap-2.5">
      <FileGlyph contentType={document.content_type} size={20} />
      <FileLink document={document} className="min-w-0 truncate font-medium" />
      <span className="ml-auto flex shrink-0 items-center pr-1 @min-[760px]:hidden">
        <DocumentGlyphs document={document} />
      </span>
      <span className="ml-auto hidden shrink-0 items-center pr-1 @min-[760px]:flex">
        <DocumentState document={document} />
      </span>
    </span>
  ),
}

// The name comes first: where room is short, the client leaves, then the entity.
const clientColumn: FileColumn = {
  key: 'client',
  header: columnTexts.client,
  sortable: true,
  className: 'w-[18%] @max-[899px]:hidden',
  cell: ({ client }) => (
    <span translate="no" title={client?.name} className="text-fg-2">
      {client?.name}
    </span>
  ),
}

/** Leads to what it belongs to. */
function Entity({ document: { entity, instance_id, task_id, workflow_id } }: { document: Document }) {
  const shared = { translate: 'no', title: entity, className: 'text-fg-2 hover:underline', children: entity } as const
  if (instance_id) return <Link {...shared} to="/instances/$instanceId" params={{ instanceId: instance_id }} />
  if (task_id) return <Link {...shared} to="/tasks/$taskId" params={{ taskId: task_id }} />
  if (workflow_id)
    return <Link {...shared} to="/workflows/$workflowId/instances" params={{ workflowId: workflow_id }} />
  return null
}

const entityColumn: FileColumn = {
  key: 'entity',
  header: columnTexts.entity,
  sortable: true,
  className: 'w-[18%] @max-[719px]:hidden',
  cell: (document) => <Entity document={document} />,
}

const updatedColumn: FileColumn = {
  key: 'updated',
  header: columnTexts.updated,
  sortable: true,
  className: 'w-36',
  cell: ({ updated_at }) => (
    <span className="text-fg-2">
      <DateOf at={updated_at} />
    </span>
  ),
}

const deletedColumn: FileColumn = {
  key: 'deleted',
  header: texts.deleted,
  className: 'w-58',
  cell: ({ deleted_at }) => deleted_at && <DeletedAgo at={deleted_at} />,
}

const unsorted = (column: FileColumn): FileColumn => ({ ...column, sortable: false })
const TRASH = [unsorted(nameColumn), unsorted(clientColumn), deletedColumn]
const USUAL = [nameColumn, clientColumn, entityColumn, updatedColumn]

/** With the panel open they float over the row's end and are seen while the row is pointed at or holds the focus. */
const floating =
  'absolute top-1/2 right-2 z-1 -translate-y-1/2 rounded-sm bg-surface-2 pl-1 opacity-0 in-[tr:hover]:opacity-100 in-[tr:focus-within]:opacity-100'

function actionsColumn(handlers: FileHandlers, narrow: boolean): FileColumn {
  return {
    key: 'actions',
    header: columnTexts.actions,
    align: 'end',
    className: cn(narrow ? 'w-0 overflow-visible! px-0! [&:is(td)]:relative [&:is(th)>span]:sr-only' : 'w-31'),
    cell: (document) => (
      <span className={cn('inline-flex items-center gap-0.5 align-middle', narrow && floating)}>
        <FileActions document={document} handlers={handlers} />
      </span>
    ),
  }
}

type FileTableProps = {
  list: List<Document>
  caption: string
  trash: boolean
  handlers: FileHandlers
  sort: { key: FilesSort; direction: 'ascending' | 'descending' }
  onSort: (key: FilesSort, direction: 'ascending' | 'descending') => void
}

const SORTS: readonly FilesSort[] = ['name', 'client', 'entity', 'updated']

export function FileTable({ list, caption, trash, handlers, sort, onSort }: FileTableProps) {
  const narrow = list.current !== undefined
  const columns = useMemo(
    () => [...(trash ? TRASH : USUAL), actionsColumn(handlers, narrow && !trash)],
    [trash, handlers, narrow],
  )
  return (
    <ListTable
      list={list}
      caption={caption}
      columns={columns}
      name={({ name }) => name}
      sort={trash ? undefined : sort}
      onSort={({ key, direction }) => {
        const known = SORTS.find((one) => one === key)
        if (known) onSort(known, direction)
      }}
      className="[--cell-pad-x:0.625rem]"
    />
  )
}
