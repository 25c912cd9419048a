import type { ReportColumn } from '@throughline/contracts/reports'
import { useZone } from '../../../shared/current-user.ts'
import { cn } from '../../../ui/cn.ts'
import { cellText } from './cells.ts'

export type Cells = readonly (string | null)[]

type RowsTableProps = { caption: string; columns: readonly ReportColumn[]; rows: readonly Cells[]; from?: number }

/** The rows of an answer; its container scrolls. Columns may share a name, so their places are what tells them apart. */
export function RowsTable({ caption, columns, rows, from = 0 }: RowsTableProps) {
  const zone = useZone()
  const side = ({ type }: ReportColumn) => (type === 'number' ? 'text-right' : 'text-left')
  return (
    <table translate="no" className="min-w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- a column has no identity but its place
              key={at}
              scope="col"
              className={cn(
                'sticky top-0 h-9 border-b bg-surface-2 px-3 text-xs font-medium whitespace-nowrap text-fg-3 first:pl-4 last:pr-4',
                side(column),
              )}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={from + at} className="h-9 hover:bg-surface-2">
            {columns.map((column, place) => (
              <td
                // oxlint-disable-next-line react/no-array-index-key -- as above
                key={place}
                dir="auto"
                className={cn(
                  'max-w-96 truncate border-b px-3 first:pl-4 last:pr-4',
                  side(column),
                  column.type === 'number' && 'tnum',
                )}
              >
                {cellText(row[place] ?? null, column, zone)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
