import type { Column, Field } from '@throughline/flow/document'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { moved } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, useEditable } from '../step-context.ts'
import { AddField } from './add-field.tsx'
import { FieldCard } from './field-card.tsx'
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
          onAdd={(field) => onChange([...fields, field], act('add field'))}
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
