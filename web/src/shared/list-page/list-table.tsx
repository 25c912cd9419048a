import { DataTable, type DataTableProps } from '../../ui/data-table.tsx'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import { useNearEnd } from '../../ui/use-near-end.ts'
import type { List } from './use-list.ts'

type ListTableProps<R extends { id: string }, K extends string> = Pick<
  DataTableProps<R, K>,
  'caption' | 'columns' | 'sort' | 'onSort' | 'className' | 'rowClass'
> & {
  list: List<R>
  /** What a row is called where it is selected. */
  name: (row: R) => string
  /** How many rows there are, where that is known before all of them are loaded. */
  total?: number | undefined
}

/** The rows of a list as a table. */
export function ListTable<R extends { id: string }, K extends string>(props: ListTableProps<R, K>) {
  const { list, name, total = -1, ...table } = props
  return (
    <DataTable
      {...table}
      rows={list.rows}
      rowCount={list.hasMore ? total : list.rows.length}
      selection={list.selectable ? { ...list.selection, name } : undefined}
      current={list.current}
      scroller={list.scroller}
      onNearEnd={list.more}
    />
  )
}

/** After the last row of a list that is no table: more is fetched before it comes into view. */
export function ListEnd({ list }: { list: Pick<List<{ id: string }>, 'scroller' | 'more'> }) {
  return <div ref={useNearEnd(list.scroller, list.more)} aria-hidden className="h-px" />
}

type ListCheckboxProps = { list: Pick<List<{ id: string }>, 'selectable' | 'selection'>; id: string; name: string }

/** Selects a row of a list that is no table. */
export function ListCheckbox({ list: { selectable, selection }, id, name }: ListCheckboxProps) {
  if (!selectable) return null
  return (
    <RowCheckbox
      name={name}
      checked={selection.chosen.has(id)}
      onToggle={(on, range) => selection.toggle(id, on, range)}
    />
  )
}
