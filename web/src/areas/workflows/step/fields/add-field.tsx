import { variableOf } from '@throughline/flow/compile'
import type { Field, FieldType } from '@throughline/flow/document'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field as Labelled } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { texts } from './fields.texts.ts'

const types: FieldType[] = [
  'text',
  'textarea',
  'number',
  'currency',
  'checkbox',
  'select',
  'date',
  'person',
  'file',
  'email',
  'phone',
  'url',
  'table',
]

/** A column cannot be a table itself. */
export const typeItems = (column: boolean) =>
  types.filter((type) => !column || type !== 'table').map((value) => ({ value, label: texts.types[value] }))

type AddFieldProps = { column: boolean; onAdd: (field: Field) => void; onDone: () => void }

/** A new field needs a label and a name; the name follows the label until somebody writes another. */
export function AddField({ column, onAdd, onDone }: AddFieldProps) {
  const [label, setLabel] = useState('')
  const [named, setNamed] = useState<string>()
  const [type, setType] = useState<FieldType>('text')
  const first = useRef<HTMLInputElement>(null)
  const name = named ?? variableOf({ name: label })
  const add = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (name.trim() === '' || label.trim() === '') return
    onAdd({ name: name.trim(), type, label: label.trim() })
    setLabel('')
    setNamed(undefined)
    first.current?.focus()
  }
  return (
    <form
      aria-label={column ? texts.newColumn : texts.newField}
      onSubmit={add}
      className="space-y-2.5 rounded-md border bg-surface-2 p-2.5"
    >
      <Labelled label={texts.label}>
        <Input
          ref={first}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has pressed Add is about to type here
          autoFocus
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </Labelled>
      <div className="grid grid-cols-2 gap-2">
        <Labelled label={texts.name}>
          <Input
            value={name}
            onChange={({ target }) => setNamed(target.value)}
            className="font-mono text-xs!"
            spellCheck={false}
          />
        </Labelled>
        <Labelled label={texts.type}>
          <Select value={type} items={typeItems(column)} onChange={setType} />
        </Labelled>
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="sm">
          {texts.addIt}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
