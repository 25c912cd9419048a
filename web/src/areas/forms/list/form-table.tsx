import { Link } from '@tanstack/react-router'
import type { FormRow, FormSort } from '@throughline/contracts/forms'
import { ClipboardList } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DateOf, DeletedAgo, TimeAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { spec, texts } from '../forms.texts.ts'
import { FormLock, FormState } from './form-status.tsx'

type ColumnKey = 'title' | 'created' | 'status' | 'starts' | 'submissions' | 'response' | 'deleted' | 'actions'
type FormColumn = Column<FormRow, ColumnKey>

const roomy = 'hidden @min-[760px]:table-cell'
const wide = 'hidden @min-[960px]:table-cell'

const title: FormColumn = {
  key: 'title',
  header: spec.columns.title,
  sortable: true,
  cell: (form) => <Title form={form} />,
}

const created: FormColumn = {
  key: 'created',
  header: spec.columns.created,
  sortable: true,
  className: `${roomy} w-[126px]`,
  cell: ({ created_at }) => (
    <span className="text-fg-2">
      <DateOf at={created_at} />
    </span>
  ),
}

const status: FormColumn = {
  key: 'status',
  header: spec.columns.status,
  className: 'w-[130px] @min-[520px]:w-[150px] @min-[1120px]:w-[228px]',
  cell: (form) => <FormState form={form} />,
}

const starts: FormColumn = {
  key: 'starts',
  header: texts.columns.starts,
  className: `${roomy} w-[130px]`,
  cell: (form) => <Starts form={form} />,
}

const submissions: FormColumn = {
  key: 'submissions',
  header: spec.columns.submissions,
  // On a phone the title needs the room; responses are one press away, in the form.
  className: 'hidden @min-[520px]:table-cell w-[130px]',
  cell: ({ id, title, submission_count }) => (
    <span className="flex items-center gap-4">
      <span translate="no" className="tnum min-w-8 text-right">
        {submission_count}
      </span>
      {submission_count > 0 && (
        <Link
          to="/forms/$formId/submissions"
          params={{ formId: id }}
          aria-label={texts.viewOf(title || texts.untitled)}
          className="text-accent-text hover:underline"
        >
          {spec.view}
        </Link>
      )}
    </span>
  ),
}

const response: FormColumn = {
  key: 'response',
  header: texts.columns.last,
  sortable: true,
  className: `${wide} w-[136px]`,
  cell: ({ last_response_at }) => last_response_at && <TimeAgo at={last_response_at} className="text-fg-3" />,
}

const deleted: FormColumn = {
  key: 'deleted',
  header: texts.columns.deleted,
  className: 'w-[210px]',
  cell: ({ deleted_at }) => deleted_at && <DeletedAgo at={deleted_at} />,
}

function Starts({ form }: { form: FormRow }) {
  if (form.starts.length === 0) return <span className="text-fg-3">{texts.startsNothing}</span>
  return (
    <span className="flex gap-1">
      {form.starts.map(({ id, name, prefix }) => (
        <span
          key={id}
          translate="no"
          title={name}
          className="shrink-0 rounded-[5px] border border-line-strong bg-surface-2 px-1.5 font-mono text-xs leading-[18px] text-fg-2"
        >
          {prefix}
        </span>
      ))}
    </span>
  )
}

function Title({ form }: { form: FormRow }) {
  const name = form.title || texts.untitled
  const open = form.status === 'active' && !form.closed
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span
        aria-hidden
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-sm',
          open ? 'bg-accent-subtle text-accent-text' : 'bg-surface-3 text-fg-3',
        )}
      >
        <ClipboardList size={15} />
      </span>
      {form.deleted_at ? (
        <span translate="no" dir="auto" className="truncate text-left font-medium">
          {name}
        </span>
      ) : (
        <Link
          to="/form-builder/$formId"
          params={{ formId: form.id }}
          data-main
          translate="no"
          dir="auto"
          className="inset-focus row-target block truncate rounded-xs text-left font-medium"
        >
          {name}
        </Link>
      )}
      <FormLock access={form.access} />
    </span>
  )
}

/** Each order has one direction; the newest responses come first unless said otherwise. */
const DIRECTIONS = { response: 'descending', title: 'ascending', created: 'descending' } as const

type FormTableProps = {
  list: List<FormRow>
  trash: boolean
  /** None where rows come in another order, as those of the trash do. */
  sort: FormSort | undefined
  onSort: (sort: FormSort) => void
  menu: (form: FormRow) => ReactNode
  total: number | undefined
}

export function FormTable({ list, trash, sort, onSort, menu, total }: FormTableProps) {
  const columns = useMemo((): FormColumn[] => {
    const actions: FormColumn = { key: 'actions', header: spec.columns.actions, width: 84, align: 'end', cell: menu }
    const last = trash ? [deleted, actions] : [response, actions]
    const all = [title, created, status, starts, submissions, ...last]
    return sort ? all : all.map((column) => ({ ...column, sortable: false }))
  }, [trash, sort, menu])
  return (
    <ListTable
      list={list}
      caption={spec.title}
      columns={columns}
      name={(form) => form.title}
      total={total}
      sort={sort && { key: sort, direction: DIRECTIONS[sort] }}
      onSort={({ key }) => {
        if (key === 'title' || key === 'created' || key === 'response') onSort(key)
      }}
      className="[--row-height:3rem] [&_tr]:relative"
    />
  )
}
