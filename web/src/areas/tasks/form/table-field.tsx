import type { Person } from '@throughline/contracts/running'
import type { Attachment } from '@throughline/contracts/tasks'
import type { Column, Field } from '@throughline/contracts/workflow-document'
import type { AnswerProblem } from '@throughline/flow/answers'
import type { Json } from '@throughline/flow/eval'
import { Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { FieldContext, useFieldLabel } from '../../../ui/field-context.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Control } from './control.tsx'
import { FileField } from './file-field.tsx'
import { formTexts } from './form.texts.ts'
import { cellOf, isRow, type Row } from './stored-answers.ts'
import type { FormUploads } from './use-form-uploads.ts'

/** A row has nothing of its own but its place: its name stays with it while others go. */
interface NamedRow {
  name: string
  row: Row
}

const newName = (): string => crypto.randomUUID()

/**
 * Rows that are changed by name. What arrives late, as an upload does, changes the rows as they are by then, and nothing
 * once its row is gone.
 */
function useRows(rows: readonly Row[], onChange: (rows: Row[]) => void) {
  const [names, setNames] = useState(() => rows.map(newName))
  if (names.length !== rows.length) setNames(rows.map((_, n) => names[n] ?? newName()))
  const all = rows.map((row, n): NamedRow => ({ name: names[n] ?? '', row }))
  const newest = useRef(all)
  useEffect(() => {
    newest.current = all
  })
  const change = (next: NamedRow[]) => {
    newest.current = next
    setNames(next.map(({ name }) => name))
    onChange(next.map(({ row }) => row))
  }
  return {
    all,
    add: () => change([...newest.current, { name: newName(), row: {} }]),
    remove: (name: string) => change(newest.current.filter((one) => one.name !== name)),
    put: (name: string, cells: Row) => {
      if (newest.current.some((one) => one.name === name))
        change(newest.current.map((one) => (one.name === name ? { name, row: { ...one.row, ...cells } } : one)))
    },
  }
}

const tableTexts = formTexts.table

type TableFieldProps = {
  field: Field
  value: Json
  onChange: (value: Json) => void
  /** By 'row.column'. */
  problems: Record<string, AnswerProblem>
  uploads: FormUploads | undefined
  files: readonly Attachment[]
  people: readonly Person[]
}

/** Rows of a table, each cell asked like every field. */
export function TableField({ field, value, onChange, problems, ...cells }: TableFieldProps) {
  const rows = useRows(Array.isArray(value) ? value.filter(isRow) : [], onChange)
  const columns = field.columns ?? []
  const label = useFieldLabel(undefined)
  return (
    <div>
      {rows.all.length > 0 && (
        <div className="overflow-x-auto rounded-sm border border-line-control">
          <table {...label} className="w-full border-separate border-spacing-0 text-sm">
            <thead className="bg-surface-2 text-xs text-fg-3">
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" translate="no" className={headCell}>
                    {column.label}
                  </th>
                ))}
                <th scope="col" className={cn(headCell, 'w-10')}>
                  <span className="sr-only">{tableTexts.remove}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.all.map(({ name, row }, n) => (
                <tr key={name} className="[&:not(:last-child)>td]:border-b">
                  {columns.map((column) => (
                    <td key={column.name} className={bodyCell}>
                      <Cell
                        {...cells}
                        column={column}
                        row={row}
                        place={n}
                        invalid={problems[`${n}.${column.name}`] !== undefined}
                        onChange={(next) => rows.put(name, { [column.name]: next })}
                      />
                    </td>
                  ))}
                  <td className="text-center">
                    <IconButton label={tableTexts.removeRow(n + 1)} icon={X} onClick={() => rows.remove(name)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button size="sm" variant="ghost" icon={Plus} className="mt-1" data-add-row onClick={rows.add}>
        {tableTexts.addRow}
      </Button>
    </div>
  )
}

/** A cell shows its bounds by the lines of the table, unless something is wrong with it. */
const bodyCell =
  'p-0.5 align-middle [&_:is(input:not(.check-box),textarea,button[role=combobox])]:border-transparent ' +
  '[&_[aria-invalid=true]]:border-danger-mark!'
const headCell = 'h-8 border-b px-3 text-left font-medium whitespace-nowrap'

type CellProps = Pick<TableFieldProps, 'uploads' | 'files' | 'people'> & {
  column: Column
  row: Row
  place: number
  invalid: boolean
  onChange: (value: Json) => void
}

/** A cell has a name and a mark of its own; what is wrong is said under the table. */
function Cell({ column, row, place, invalid, uploads, files, people, onChange }: CellProps) {
  const id = useId()
  const label = tableTexts.cell(column.label, place + 1)
  const shared = { field: column, value: cellOf(row, column), onChange }
  return (
    <FieldContext value={{ id, labelId: `${id}-label`, noteId: undefined, invalid }}>
      {column.type === 'file' ? (
        <>
          <label htmlFor={id} id={`${id}-label`} className="sr-only">
            {label}
          </label>
          <FileField {...shared} uploads={uploads} files={files} />
        </>
      ) : (
        <span className={cn('block', column.type === 'checkbox' && 'px-2.5')}>
          <Control {...shared} label={label} people={people} invalid={invalid} />
        </span>
      )}
    </FieldContext>
  )
}
