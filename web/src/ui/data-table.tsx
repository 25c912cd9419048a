import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cn } from './cn.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { uiTexts } from './ui.texts.ts'
import { useRowWindow } from './use-row-window.ts'
import type { Selection } from './use-selection.ts'

type Sort<K extends string> = { key: K; direction: 'ascending' | 'descending' }

export type Column<Row, K extends string = string> = {
  key: K
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  width?: number | string
  align?: 'end'
  /** For header and cells: what a narrow container leaves out. */
  className?: string
}

export type DataTableProps<Row extends { id: string }, K extends string> = {
  caption: string
  columns: readonly Column<Row, K>[]
  rows: readonly Row[]
  sort?: Sort<K> | undefined
  onSort?: ((sort: Sort<K>) => void) | undefined
  selection?: RowSelection<Row> | undefined
  /** The element that scrolls: with it only rows in sight are in the page, however many there are, all equally high. */
  scroller?: RefObject<HTMLElement | null>
  /** Told while the last rows are in sight, so that more can be fetched. */
  onNearEnd?: () => void
  /** Of all rows, also of those not fetched yet; -1 when nobody knows. */
  rowCount?: number
  /** The row whose object stands open beside the list. */
  current?: string | undefined
  className?: string
  /** What a row looks like besides. */
  rowClass?: ((row: Row) => string | undefined) | undefined
}

type RowSelection<Row extends { id: string }> = Pick<Selection<Row>, 'chosen' | 'toggle' | 'all' | 'clear'> & {
  name: (row: Row) => string
}

/** A real table: sticky header, sortable columns, selectable rows. Its container scrolls. */
export function DataTable<Row extends { id: string }, K extends string>(props: DataTableProps<Row, K>) {
  const { caption, columns, rows, selection, rowCount } = props
  const shown = useRowWindow({ scroller: props.scroller, count: rows.length, onNearEnd: props.onNearEnd })
  return (
    <table
      aria-rowcount={rowCount === undefined ? undefined : rowCount < 0 ? -1 : rowCount + 1}
      className={cn('w-full table-fixed border-separate border-spacing-0 text-left text-sm', props.className)}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="h-9">
          {selection && <SelectAll rows={rows} selection={selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Gap height={shown.first * shown.height} />
        {rows.slice(shown.first, shown.last).map((row, position) => (
          <BodyRow
            key={row.id}
            row={row}
            index={rowCount === undefined ? undefined : shown.first + position + 2}
            columns={columns}
            selection={selection}
            current={row.id === props.current}
            className={props.rowClass?.(row)}
          />
        ))}
        <Gap height={(rows.length - shown.last) * shown.height} />
      </tbody>
    </table>
  )
}

/** As high as the rows that are not in the page. One cell: spanning columns that are left out would bring them back. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nobody meets it */}
      <td />
    </tr>
  )
}

const edges = 'px-(--cell-pad-x) first:pl-4 last:pr-4'
const headCell = `sticky top-0 z-(--z-sticky) border-b bg-surface-2 ${edges} text-xs font-medium text-fg-3`
const bodyCell = `truncate border-b ${edges}`

type HeaderCellProps<Row extends { id: string }, K extends string> = Pick<DataTableProps<Row, K>, 'sort' | 'onSort'> & {
  column: Column<Row, K>
}

function HeaderCell<Row extends { id: string }, K extends string>({ column, sort, onSort }: HeaderCellProps<Row, K>) {
  const { key, header, sortable, width, align, className } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  const next = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      style={{ width }}
      aria-sort={sortable ? (direction ?? 'none') : direction}
      className={cn(headCell, align === 'end' && 'text-right', className)}
    >
      {sortable ? (
        <button
          type="button"
          onClick={() => onSort?.({ key, direction: next })}
          className={cn('inline-flex h-6 items-center gap-1 rounded-xs hover:text-fg', direction && 'text-fg')}
        >
          {header}
          {direction && <Arrow size={13} aria-hidden />}
        </button>
      ) : (
        <span className={cn('inline-flex items-center gap-1', direction && 'text-fg')}>
          {header}
          {direction && <Arrow size={13} aria-hidden />}
        </span>
      )}
    </th>
  )
}

type SelectAllProps<Row extends { id: string }> = { rows: readonly Row[]; selection: RowSelection<Row> }

function SelectAll<Row extends { id: string }>({ rows, selection }: SelectAllProps<Row>) {
  const chosen = rows.filter(({ id }) => selection.chosen.has(id)).length
  const all = chosen > 0 && chosen === rows.length
  return (
    <th scope="col" className={cn(headCell, 'w-10')}>
      <Checkbox
        aria-label={uiTexts.selectAll}
        checked={all}
        indeterminate={chosen > 0 && !all}
        onChange={(on) => (on ? selection.all() : selection.clear())}
      />
    </th>
  )
}

type BodyRowProps<Row extends { id: string }, K extends string> = {
  row: Row
  index: number | undefined
  columns: readonly Column<Row, K>[]
  selection: RowSelection<Row> | undefined
  current: boolean
  className: string | undefined
}

function BodyRow<Row extends { id: string }, K extends string>(props: BodyRowProps<Row, K>) {
  const { row, index, columns, selection, current, className } = props
  const selected = selection?.chosen.has(row.id) ?? false
  return (
    <tr
      data-row={row.id}
      aria-rowindex={index}
      className={cn('h-(--row-height)', selected || current ? 'bg-accent-subtle' : 'hover:bg-surface-2', className)}
    >
      {selection && (
        <td className={bodyCell}>
          <RowCheckbox
            name={selection.name(row)}
            checked={selected}
            onToggle={(on, range) => selection.toggle(row.id, on, range)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={cn(bodyCell, column.align === 'end' && 'text-right', column.className)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
