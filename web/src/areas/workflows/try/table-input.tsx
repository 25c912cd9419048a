import { variableOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import { Plus, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { FieldInputProps } from './answers.ts'
import { tryTexts } from './try.texts.ts'

type TableInputProps = Pick<FieldInputProps, 'asked' | 'value'> & {
  onChange: (value: Json) => void
  /** What asks for one cell, like every field of a form. */
  cell: ComponentType<FieldInputProps>
}

const isRow = (row: Json): row is Record<string, Json> => typeof row === 'object' && row !== null && !Array.isArray(row)

/** Rows of a table, one under the other: the panel is too narrow for columns. */
export function TableInput({ asked, value, onChange, cell: Cell }: TableInputProps) {
  const rows = Array.isArray(value) ? value.filter(isRow) : []
  const columns = (asked.columns ?? []).map((column) => ({ ...column, variable: variableOf(column) }))
  const put = (at: number, variable: string, next: Json | undefined) =>
    onChange(rows.map((row, n) => (n === at ? { ...row, [variable]: next ?? null } : row)))
  return (
    <div className="grid gap-2">
      {rows.map((row, n) => (
        // A row has nothing of its own but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={n} className="grid gap-1.5 rounded-md border p-2">
          <legend className="sr-only">{tryTexts.row(n + 1)}</legend>
          <span className="flex items-center text-xs text-fg-3">
            <span className="flex-1">{tryTexts.row(n + 1)}</span>
            <IconButton
              size="sm"
              icon={X}
              label={tryTexts.removeRow(n + 1)}
              onClick={() => onChange(rows.filter((_, other) => other !== n))}
            />
          </span>
          {columns.map((column) => (
            <div key={column.variable} className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] items-center gap-2">
              <span aria-hidden className="truncate text-xs text-fg-2">
                {column.label}
              </span>
              <Cell
                asked={column}
                label={tryTexts.cell(n + 1, column.label)}
                value={row[column.variable] ?? undefined}
                onChange={(next) => put(n, column.variable, next)}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <Button size="sm" icon={Plus} className="justify-self-start" onClick={() => onChange([...rows, {}])}>
        {tryTexts.addRow}
      </Button>
    </div>
  )
}
