import { variableOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import { Paperclip, Plus, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { AnswerField, FieldInputProps } from './answers.ts'
import { tryTexts } from './try.texts.ts'
import { fileText } from './variables.ts'

type TableInputProps = Pick<FieldInputProps, 'asked' | 'value'> & {
  onChange: (value: Json) => void
  /** What asks for one cell, like every field of a form. */
  cell: ComponentType<FieldInputProps>
}

const isRow = (row: Json): row is Record<string, Json> => typeof row === 'object' && row !== null && !Array.isArray(row)

/** Rows of a table, one under the other: the panel is too narrow for columns. */
function TableInput({ asked, value, onChange, cell: Cell }: TableInputProps) {
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

const text = (value: Json | undefined) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const inputTypes: Partial<Record<AnswerField['type'], string>> = {
  number: 'number',
  currency: 'number',
  date: 'date',
  email: 'email',
  phone: 'tel',
  url: 'url',
}

/** One question of a form, as the assignee of the step would see it. */
export function FieldInput({ asked, value, onChange, label }: FieldInputProps) {
  const { type, options = [], placeholder } = asked
  switch (type) {
    case 'textarea':
    case 'json':
      return (
        <Textarea
          rows={2}
          aria-label={label}
          placeholder={placeholder}
          value={text(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'checkbox':
      return (
        <Checkbox checked={value === true} onChange={onChange} {...(label && { 'aria-label': label })}>
          {label ? undefined : asked.label}
        </Checkbox>
      )
    case 'select':
      return <Choice label={label} value={text(value)} items={options} onChange={onChange} />
    case 'person':
      return (
        <Choice
          label={label}
          value={text(value)}
          items={[
            { value: 'starter', label: tryTexts.you },
            { value: 'a-colleague', label: tryTexts.colleague },
          ]}
          onChange={onChange}
        />
      )
    case 'file':
      return <FileName value={value} onChange={onChange} label={label} />
    case 'table':
      return <TableInput asked={asked} value={value} onChange={onChange} cell={FieldInput} />
    case 'text':
    case 'number':
    case 'currency':
    case 'date':
    case 'email':
    case 'phone':
    case 'url':
      break
  }
  return (
    <Input
      type={inputTypes[type] ?? 'text'}
      aria-label={label}
      placeholder={placeholder}
      {...(inputTypes[type] === 'number' && { step: 'any', inputMode: 'decimal' as const })}
      value={text(value)}
      onChange={({ target }) => onChange(read(target))}
    />
  )
}

function read({ type, value, valueAsNumber }: HTMLInputElement): Json | undefined {
  if (type !== 'number') return value
  return Number.isNaN(valueAsNumber) ? undefined : valueAsNumber
}

type ChoiceProps = {
  label: string | undefined
  value: string
  items: readonly { value: string; label: string }[]
  onChange: (value: Json) => void
}

function Choice({ label, value, items, onChange }: ChoiceProps) {
  return (
    <Select
      {...(label && { label })}
      value={value === '' ? null : value}
      placeholder={tryTexts.choose}
      items={items}
      onChange={onChange}
    />
  )
}

/** Only the name counts: nothing is uploaded. */
function FileName({ value, onChange, label }: Omit<FieldInputProps, 'asked'>) {
  const names = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return (
    <span className="relative flex h-(--control-md) items-center gap-2 rounded-sm border border-dashed border-line-control px-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <Paperclip size={14} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1 truncate text-fg-2">
        {names.length === 0 ? tryTexts.noFile : names.map(fileText).join(', ')}
      </span>
      <span aria-hidden className="text-xs font-medium text-accent-text">
        {tryTexts.chooseFile}
      </span>
      <FileInput label={label} onNames={onChange} />
    </span>
  )
}

function FileInput({ label, onNames }: { label: string | undefined; onNames: (names: string[]) => void }) {
  return (
    <Input
      type="file"
      aria-label={label}
      className="absolute inset-0 opacity-0"
      onChange={({ target }) => {
        const names = Array.from(target.files ?? [], ({ name }) => name)
        if (names.length > 0) onNames(names)
      }}
    />
  )
}
