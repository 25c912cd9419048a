import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cn } from './cn.ts'
import { uiTexts } from './ui.texts.ts'

type Sort<K extends string> = { key: K; direction: 'ascending' | 'descending' }

export type Column<Row, K extends string = string> = {
  key: K
  header: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  width?: number | string
  align?: 'end'
}

type DataTableProps<Row, K extends string> = {
  caption: string
  columns: readonly Column<Row, K>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort<K> | undefined
  onSort?: (sort: Sort<K>) => void
  selection?: Selection<Row>
}

type Selection<Row> = { keys: ReadonlySet<string>; onChange: (keys: Set<string>) => void; name: (row: Row) => string }

/** A real table: sticky header, sortable columns, selectable rows. Its container scrolls. */
export function DataTable<Row, K extends string>(props: DataTableProps<Row, K>) {
  const { caption, columns, rows, rowKey, selection } = props
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
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
        {rows.map((row) => (
          <BodyRow key={rowKey(row)} row={row} id={rowKey(row)} columns={columns} selection={selection} />
        ))}
      </tbody>
    </table>
  )
}

const headCell = 'sticky top-0 z-(--z-sticky) border-b bg-surface-2 px-(--cell-pad-x) text-xs font-medium text-fg-3'
const bodyCell = 'truncate border-b px-(--cell-pad-x)'

type HeaderCellProps<Row, K extends string> = Pick<DataTableProps<Row, K>, 'sort' | 'onSort'> & {
  column: Column<Row, K>
}

function HeaderCell<Row, K extends string>({ column, sort, onSort }: HeaderCellProps<Row, K>) {
  const { key, header, sortable, width, align } = column
  const direction = sort?.key === key ? sort.direction : undefined
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  const next = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      style={{ width }}
      aria-sort={sortable ? (direction ?? 'none') : undefined}
      className={cn(headCell, align === 'end' && 'text-right')}
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
        header
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
  columns: readonly Column<Row, K>[]
  selection: Selection<Row> | undefined
}

function BodyRow<Row, K extends string>({ row, id, columns, selection }: BodyRowProps<Row, K>) {
  const selected = selection?.keys.has(id) ?? false
  const toggle = (on: boolean) => {
    const keys = new Set(selection?.keys)
    if (on) keys.add(id)
    else keys.delete(id)
    selection?.onChange(keys)
  }
  return (
    <tr className={cn('h-(--row-height)', selected ? 'bg-accent-subtle' : 'hover:bg-surface-2')}>
      {selection && (
        <td className={bodyCell}>
          <Checkbox aria-label={`${uiTexts.selectRow}: ${selection.name(row)}`} checked={selected} onChange={toggle} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={cn(bodyCell, column.align === 'end' && 'text-right')}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
