import type { Column, Field } from '@throughline/flow/document'
import { ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { moved, OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, useEditable, useProblemsAt } from '../step-context.ts'
import { AddField } from './add-field.tsx'
import { FieldDetails } from './field-details.tsx'
import { texts } from './fields.texts.ts'

type FieldListProps = {
  fields: readonly Field[]
  onChange: (fields: Field[], what: string) => void
  path: string
  /** Columns of a table instead of fields of a form. */
  columns?: boolean
}

function asColumn(field: Field): Column {
  const { columns: _, ...column } = field
  return column
}

export function FieldList({ fields, onChange, path, columns = false }: FieldListProps) {
  const editable = useEditable()
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<number>()
  const move = (at: number, by: -1 | 1) => {
    setOpen((shown) => (shown === at ? at + by : shown === at + by ? at : shown))
    onChange(moved(fields, at, by), act('move field'))
  }
  const remove = (at: number) => {
    setOpen(undefined)
    onChange(fields.toSpliced(at, 1), act('remove field'))
  }
  const details = (field: Field, at: number) => {
    const here = `${path}/${at}`
    const change = (next: Field, what: string) => onChange(fields.with(at, next), `${here} ${what}`)
    return (
      <FieldDetails
        field={field}
        column={columns}
        path={here}
        onChange={change}
        columns={
          <FieldList
            columns
            fields={field.columns ?? []}
            onChange={(next, what) => change({ ...field, columns: next.map(asColumn) }, what)}
            path={`${here}/columns`}
          />
        }
      />
    )
  }
  return (
    <div className="space-y-2">
      {fields.length === 0 && !columns && <p className="text-xs text-fg-3">{texts.none}</p>}
      {fields.length > 0 && (
        <ol className="divide-y rounded-md border">
          {fields.map((field, at) => (
            <FieldCard
              key={at}
              field={field}
              at={at}
              count={fields.length}
              path={`${path}/${at}`}
              open={open === at}
              onToggle={() => setOpen(open === at ? undefined : at)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(at)}
            >
              {open === at && details(field, at)}
            </FieldCard>
          ))}
        </ol>
      )}
      <ProblemsAt path={path} />
      {editable && adding && (
        <AddField
          column={columns}
          onAdd={(field) => {
            onChange([...fields, field], act('add field'))
            // These are of no use before what is in them is said.
            if (field.type === 'select' || field.type === 'table') setOpen(fields.length)
          }}
          onDone={() => setAdding(false)}
        />
      )}
      {editable && !adding && (
        <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
          {columns ? texts.addColumn : texts.add}
        </Button>
      )}
    </div>
  )
}

type FieldCardProps = {
  field: Field
  at: number
  count: number
  path: string
  open: boolean
  onToggle: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Everything about it. */
  children: ReactNode
}

/** One line per field; it opens to everything about it. */
function FieldCard(props: FieldCardProps) {
  const { field, at, count, path, open } = props
  const id = useId()
  const wrong = useProblemsAt(path, true).some(({ level }) => level === 'E')
  const name = field.label || field.name || texts.untitled
  return (
    <li>
      <div className="flex min-h-9 items-center pr-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={props.onToggle}
          className="flex min-w-0 flex-1 items-center gap-1.5 self-stretch rounded-sm px-2 text-left hover:bg-surface-2"
        >
          <ChevronRight
            size={13}
            aria-hidden
            className={cn('shrink-0 text-fg-3 transition-transform', open && 'rotate-90')}
          />
          <span translate="no" className={cn('min-w-0 flex-1 truncate text-sm', wrong && 'text-danger-fg')}>
            {name}
            {field.required && (
              <span className="ml-1 text-danger-fg">
                <span aria-hidden>*</span>
                <span className="sr-only"> {texts.requiredMark}</span>
              </span>
            )}
          </span>
          <span className="shrink-0 text-xs text-fg-3">{texts.types[field.type]}</span>
        </button>
        <OrderButtons name={name} at={at} count={count} onMove={props.onMove} onRemove={props.onRemove} />
      </div>
      {open ? (
        <div id={id} className="border-t bg-surface-2 p-3">
          {props.children}
        </div>
      ) : (
        <div className="px-3 pb-2 empty:hidden">
          <ProblemsAt path={path} deep />
        </div>
      )}
    </li>
  )
}
