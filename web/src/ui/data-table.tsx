import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cn } from './cn.ts'
import { uiTexts } from './ui.texts.ts'
import { useRowWindow } from './use-row-window.ts'

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

type DataTableProps<Row, K extends string> = {
  caption: string
  columns: readonly Column<Row, K>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort<K> | undefined
  onSort?: (sort: Sort<K>) => void
  selection?: Selection<Row> | undefined
  /** The element that scrolls: with it only rows in sight are in the page, however many there are, all equally high. */
  scroller?: RefObject<HTMLElement | null>
  /** Told while the last rows are in sight, so that more can be fetched. */
  onNearEnd?: () => void
  /** Of all rows, also of those not fetched yet; -1 when nobody knows. */
  rowCount?: number
  /** The row whose object stands open beside the list. */
  current?: string | undefined
  className?: string
}

type Selection<Row> = { keys: ReadonlySet<string>; onChange: (keys: Set<string>) => void; name: (row: Row) => string }

/** A real table: sticky header, sortable columns, selectable rows. Its container scrolls. */
export function DataTable<Row, K extends string>(props: DataTableProps<Row, K>) {
  const { caption, columns, rows, rowKey, selection, rowCount } = props
  const shown = useRowWindow(props.scroller, rows.length, props.onNearEnd)
  const lastPressed = useRef<string>(undefined)
  const reach = (key: string) => {
    const keys = rows.map(rowKey)
    const from = lastPressed.current === undefined ? -1 : keys.indexOf(lastPressed.current)
    const to = keys.indexOf(key)
    return from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
  }
  const select = (key: string, on: boolean, range: boolean) => {
    const keys = new Set(selection?.keys)
    for (const each of range ? reach(key) : [key]) {
      if (on) keys.add(each)
      else keys.delete(each)
    }
    lastPressed.current = key
    selection?.onChange(keys)
  }
  return (
    <table
      aria-rowcount={rowCount === undefined ? undefined : rowCount < 0 ? -1 : rowCount + 1}
      className={cn('w-full table-fixed border-separate border-spacing-0 text-left text-sm', props.className)}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="h-9">
          {selection && <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Gap height={shown.above} />
        {rows.slice(shown.first, shown.last).map((row, position) => (
          <BodyRow
            key={rowKey(row)}
            row={row}
            id={rowKey(row)}
            index={rowCount === undefined ? undefined : shown.first + position + 2}
            columns={columns}
            selection={selection}
            current={rowKey(row) === props.current}
            onSelect={select}
          />
        ))}
        <Gap height={shown.below} />
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

type HeaderCellProps<Row, K extends string> = Pick<DataTableProps<Row, K>, 'sort' | 'onSort'> & {
  column: Column<Row, K>
}

function HeaderCell<Row, K extends string>({ column, sort, onSort }: HeaderCellProps<Row, K>) {
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

type SelectAllProps<Row> = { rows: readonly Row[]; rowKey: (row: Row) => string; selection: Selection<Row> }

function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const keys = rows.map(rowKey)
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const all = chosen > 0 && chosen === keys.length
  return (
    <th scope="col" className={cn(headCell, 'w-10')}>
      <Checkbox
        aria-label={uiTexts.selectAll}
        checked={all}
        indeterminate={chosen > 0 && !all}
        onChange={(on) => selection.onChange(new Set(on ? keys : []))}
      />
    </th>
  )
}

type BodyRowProps<Row, K extends string> = {
  row: Row
  id: string
  index: number | undefined
  columns: readonly Column<Row, K>[]
  selection: Selection<Row> | undefined
  current: boolean
  onSelect: (key: string, on: boolean, range: boolean) => void
}

function BodyRow<Row, K extends string>(props: BodyRowProps<Row, K>) {
  const { row, id, index, columns, selection, current, onSelect } = props
  const selected = selection?.keys.has(id) ?? false
  const range = useRef(false)
  return (
    <tr
      data-row={id}
      aria-rowindex={index}
      className={cn('h-(--row-height)', selected || current ? 'bg-accent-subtle' : 'hover:bg-surface-2')}
    >
      {selection && (
        <td className={bodyCell}>
          <Checkbox
            aria-label={uiTexts.selectRow(selection.name(row))}
            checked={selected}
            onClick={(event: MouseEvent) => {
              range.current = event.shiftKey
            }}
            onChange={(on) => onSelect(id, on, range.current)}
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
