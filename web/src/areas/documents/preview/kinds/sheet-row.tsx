import { cn } from '../../../../ui/cn.ts'
import { Highlighted } from '../find/highlighted.tsx'
import type { Found } from '../find/use-hits.ts'
import { isNumber } from './cells.ts'

export const GUTTER = 52

type SheetRowProps = {
  id: string
  /** From 0; the first one stands in the head of the table. */
  at: number
  cells: readonly string[]
  columns: number
  piece: number
  found: Found
  /** The column of the cell that the arrows have reached. */
  focused: number | undefined
  height: number
  onPick: (column: number) => void
}

export function SheetRow({ id, at, cells, columns, piece, found, focused, height, onPick }: SheetRowProps) {
  return (
    <tr aria-rowindex={at + 2} style={{ height }}>
      <th
        scope="row"
        className="tnum sticky left-0 border-r border-b bg-surface-3 px-2 text-right text-xs font-medium text-fg-2"
      >
        {at + 1}
      </th>
      {Array.from({ length: columns }, (_, column) => {
        const text = cells[column] ?? ''
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the arrows lead to it, the grid has the keys
          <td
            key={`${at} ${column}`}
            id={`${id}-${at}-${column}`}
            title={text.length > 40 ? text : undefined}
            onClick={() => onPick(column)}
            className={cn(
              'truncate border-r border-b px-2',
              at === 0 ? 'bg-surface-2 font-medium' : 'bg-surface',
              at > 0 && isNumber(text) && 'tnum text-right',
              focused === column &&
                'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-focus',
            )}
          >
            <Highlighted text={text} marks={found.marks.get(piece + column) ?? []} at={found.at} />
          </td>
        )
      })}
    </tr>
  )
}
