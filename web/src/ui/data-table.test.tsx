import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'
import { useSelection } from './use-selection.ts'

type Row = { id: string; name: string }
const rows: Row[] = ['Ana', 'Beatriz', 'Cleo'].map((name) => ({ id: name, name }))
const columns: Column<Row, 'name'>[] = [{ key: 'name', header: 'Name', sortable: true, cell: (row) => row.name }]

test('a sortable header says and turns its direction', () => {
  const onSort = vi.fn<(sort: { key: 'name'; direction: string }) => void>()
  const table = (direction?: 'ascending' | 'descending') => (
    <DataTable
      caption="Members"
      columns={columns}
      rows={rows}
      sort={direction && { key: 'name', direction }}
      onSort={onSort}
    />
  )
  const { rerender } = render(table())
  const header = screen.getByRole('columnheader', { name: 'Name' })
  expect(header.getAttribute('aria-sort')).toBe('none')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'ascending' })
  rerender(table('ascending'))
  expect(header.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenLastCalledWith({ key: 'name', direction: 'descending' })
})

function Selectable() {
  const selection = useSelection(rows)
  return (
    <DataTable caption="Members" columns={columns} rows={rows} selection={{ ...selection, name: ({ name }) => name }} />
  )
}

test('rows are selected one by one, with Shift up to the one before, and all at once', () => {
  render(<Selectable />)
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
  const press = (name: string, shiftKey = false) =>
    fireEvent.click(screen.getByRole('checkbox', { name }), { shiftKey })
  press('Select row: Ana')
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true, false, false])
  expect(boxes()[0]?.indeterminate).toBe(true)
  press('Select row: Cleo', true)
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true, true, true])
  press('Select all rows')
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false, false, false])
})
