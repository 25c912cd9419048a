import { Link } from '@tanstack/react-router'
import type { SubmissionColumn, SubmissionRow } from '@throughline/contracts/form-submissions'
import { Paperclip } from 'lucide-react'
import { useMemo } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useNow } from '../../../shared/use-now.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { texts } from '../submissions.texts.ts'
import { answerText, nameOf } from './answer-text.ts'
import { Started } from './started.tsx'

/** As many as fit beside what every response has. */
export const SHOWN_AT_FIRST = 3
const PRIORITY = ['@max-[559px]:hidden', '@max-[819px]:hidden', '@max-[999px]:hidden']

function Received({ row, name }: { row: SubmissionRow; name: string }) {
  const zone = useZone()
  const now = useNow()
  return (
    <Link
      data-main
      to="."
      search={(old) => ({ ...old, response: row.id })}
      aria-label={`${name}, ${momentText(row.received_at, zone, now)}`}
      className="tnum block truncate"
    >
      {momentText(row.received_at, zone, now)}
    </Link>
  )
}

const receivedCell = (row: SubmissionRow, columns: readonly SubmissionColumn[]) => (
  <Received row={row} name={nameOf(row, columns)} />
)

const answerCell = ({ answers }: SubmissionRow, { id, type }: SubmissionColumn, isFirst: boolean) => {
  const text = answerText(answers[id], type)
  return (
    <span translate="no" title={text} className={isFirst ? 'font-medium' : 'text-fg-2'}>
      {text || <span className="text-fg-3">{texts.noAnswer}</span>}
    </span>
  )
}

const files: Column<SubmissionRow> = {
  key: 'files',
  header: texts.columns.files,
  align: 'end',
  className: 'w-16 @max-[819px]:hidden',
  cell: ({ file_count }) =>
    file_count > 0 && (
      <span className="tnum inline-flex items-center gap-1 text-fg-2">
        <Paperclip size={13} aria-hidden />
        {file_count}
      </span>
    ),
}
const started: Column<SubmissionRow> = {
  key: 'started',
  header: texts.columns.started,
  className: 'w-40',
  cell: (row) => <Started row={row} />,
}

type SubmissionTableProps = {
  list: List<SubmissionRow>
  columns: readonly SubmissionColumn[]
  /** Ids of the fields that have a column. */
  shown: readonly string[]
}

export function SubmissionTable({ list, columns, shown }: SubmissionTableProps) {
  const tableColumns = useMemo((): Column<SubmissionRow>[] => {
    const fields = columns.filter(({ id }) => shown.includes(id))
    return [
      {
        key: 'received',
        header: texts.columns.received,
        className: 'w-40',
        cell: (row) => receivedCell(row, columns),
      },
      ...fields.map(
        (column, n): Column<SubmissionRow> => ({
          key: column.id,
          header: column.removed ? texts.removedField(column.label) : column.label,
          className: PRIORITY[n] ?? '@max-[1159px]:hidden',
          cell: (row) => answerCell(row, column, n === 0),
        }),
      ),
      files,
      started,
    ]
  }, [columns, shown])
  return <ListTable list={list} caption={texts.list} columns={tableColumns} name={(row) => nameOf(row, columns)} />
}
