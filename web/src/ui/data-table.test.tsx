import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

type Row = { name: string }
const rows: Row[] = [{ name: 'Ana' }, { name: 'Beatriz' }]
const columns: Column<Row, 'name'>[] = [{ key: 'name', header: 'Name', sortable: true, cell: (row) => row.name }]

test('a sortable header says and turns its direction', () => {
  const onSort = vi.fn<(sort: { key: 'name'; direction: string }) => void>()
  const table = (direction?: 'ascending' | 'descending') => (
    <DataTable
      caption="Members"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
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

test('rows are selected one by one and all at once', () => {
  const onChange = vi.fn<(keys: Set<string>) => void>()
  render(
    <DataTable
      caption="Members"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.name}
      selection={{ keys: new Set(['Ana']), onChange, name: (row) => row.name }}
    />,
  )
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' })
  expect(all.indeterminate).toBe(true)
  fireEvent.click(all)
  expect(onChange).toHaveBeenLastCalledWith(new Set(['Ana', 'Beatriz']))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select row: Ana' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set())
})
