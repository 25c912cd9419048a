import type { PreviewSheet } from '@throughline/contracts/document-preview'
import { Table2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import type { Found } from '../find/use-hits.ts'
import { texts } from '../preview.texts.ts'
import { Instead } from '../states.tsx'
import type { Viewing } from '../use-viewing.ts'
import { type Cell, cellAfter, columnName, widthsOf } from './cells.ts'
import { GUTTER, SheetRow } from './sheet-row.tsx'
import { scrollToRow, useVisibleRows } from './use-visible-rows.ts'

const ROW = 28
const FIRST: Cell = { row: 0, column: 0 }

type SheetGridProps = {
  name: string
  sheet: PreviewSheet
  /** The first piece of each row, by which hits are told. */
  pieces: readonly number[]
  found: Found
  hit: Cell | undefined
  viewing: Viewing
}

/** Letters above, numbers beside, the first row always in sight. Arrows move from cell to cell once it has the focus. */
export function SheetGrid({ name, sheet, pieces, found, hit, viewing }: SheetGridProps) {
  const { scroller } = viewing
  const id = useId()
  const height = ROW * (viewing.wanted ?? 1)
  const widths = useMemo(() => widthsOf(sheet), [sheet])
  const [head, ...body] = sheet.rows
  const { first, last } = useVisibleRows(scroller, body.length, height)
  const { cell, setCell, onKeyDown } = useCellFocus(sheet, hit, { scroller, height, columns: widths.length })
  if (!head || widths.length === 0) return <Instead icon={Table2} title={texts.emptySheet} onDownload={undefined} />
  const row = (cells: readonly string[], at: number) => (
    <SheetRow
      key={at}
      id={id}
      at={at}
      cells={cells}
      columns={widths.length}
      piece={pieces[at] ?? 0}
      found={found}
      focused={cell.row === at ? cell.column : undefined}
      height={height}
      onPick={(column) => setCell({ row: at, column })}
    />
  )
  return (
    <div ref={scroller} className="preview-marks min-h-0 flex-1 overflow-auto bg-surface">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- cells are walked with the arrows
        role="grid"
        aria-label={name}
        aria-readonly
        aria-rowcount={sheet.rows.length + 1}
        aria-colcount={widths.length + 1}
        aria-activedescendant={`${id}-${cell.row}-${cell.column}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        translate="no"
        className="group inset-focus table-fixed border-separate border-spacing-0 text-sm"
        style={{
          width: GUTTER + widths.reduce((sum, width) => sum + width, 0),
          fontSize: `${(height / ROW) * 0.8125}rem`,
        }}
      >
        <colgroup>
          <col style={{ width: GUTTER }} />
          {widths.map((width, column) => (
            <col key={columnName(column)} style={{ width: width * (height / ROW) }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-(--z-sticky)">
          <tr aria-rowindex={1} style={{ height }}>
            <ColumnHeads count={widths.length} />
          </tr>
          {row(head, 0)}
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * height }} />}
          {body.slice(first, last).map((cells, position) => row(cells, first + position + 1))}
          {last < body.length && <tr aria-hidden style={{ height: (body.length - last) * height }} />}
        </tbody>
      </table>
    </div>
  )
}

function ColumnHeads({ count }: { count: number }) {
  return (
    <>
      <th scope="col" className="sticky left-0 z-1 border-r border-b bg-surface-3">
        <span className="sr-only">{texts.rowNumber}</span>
      </th>
      {Array.from({ length: count }, (_, column) => (
        <th
          key={columnName(column)}
          scope="col"
          data-column={column}
          className="border-r border-b bg-surface-3 text-center text-xs font-medium text-fg-2"
        >
          {columnName(column)}
        </th>
      ))}
    </>
  )
}

type GridSize = { scroller: Viewing['scroller']; height: number; columns: number }

/** The cell in focus: the last hit, until somebody goes on from there by arrows or a press. */
function useCellFocus(sheet: PreviewSheet, hit: Cell | undefined, { scroller, height, columns }: GridSize) {
  const [reached, setReached] = useState<{ cell: Cell; since: Cell | undefined }>({ cell: FIRST, since: undefined })
  const cell = hit && hit !== reached.since ? hit : reached.cell
  const setCell = (to: Cell) => setReached({ cell: to, since: hit })
  useEffect(() => {
    if (hit && hit.row > 0) scrollToRow(scroller.current, (hit.row + 1) * height, height, 2 * height)
  }, [hit, height, scroller])

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 3)
    const to = cellAfter(event.key, cell, sheet.rows.length, columns, page)
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setCell(to)
    if (to.row > 0) scrollToRow(scroller.current, (to.row + 1) * height, height, 2 * height)
    scroller.current
      ?.querySelector(`[data-column="${to.column}"]`)
      ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }
  return { cell, setCell, onKeyDown }
}
