import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

type Row = { id: string; name: string }
const rows = Array.from({ length: 5_000 }, (_, n): Row => ({ id: `${n}`, name: `Person ${n}` }))
const columns: Column<Row, 'name'>[] = [{ key: 'name', header: 'Name', cell: (row) => row.name }]

function List({ onNearEnd }: { onNearEnd: () => void }) {
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller} data-testid="scroller">
      <DataTable
        caption="Members"
        columns={columns}
        rows={rows}
        rowCount={rows.length}
        scroller={scroller}
        onNearEnd={onNearEnd}
      />
    </div>
  )
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
})

const scrollTo = (top: number) => {
  const scroller = screen.getByTestId('scroller')
  scroller.scrollTop = top
  act(() => void fireEvent.scroll(scroller))
}

test('only rows near sight are in the page, and each says which one it is', () => {
  const onNearEnd = vi.fn<() => void>()
  render(<List onNearEnd={onNearEnd} />)
  expect(screen.getAllByRole('row').length).toBeLessThan(80)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001')
  scrollTo(100_000)
  expect(screen.getByText('Person 2500').closest('tr')?.getAttribute('aria-rowindex')).toBe('2502')
  expect(screen.queryByText('Person 0')).toBeNull()
  expect(screen.getAllByRole('row').length).toBeLessThan(80)
  expect(onNearEnd).not.toHaveBeenCalled()
})

test('towards the end more is asked for', () => {
  const onNearEnd = vi.fn<() => void>()
  render(<List onNearEnd={onNearEnd} />)
  scrollTo(199_000)
  expect(onNearEnd).toHaveBeenCalled()
  expect(screen.getByText('Person 4999')).toBeTruthy()
})
