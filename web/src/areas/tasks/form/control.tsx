import type { Person } from '@throughline/contracts/running'
import type { Field, FieldType } from '@throughline/contracts/workflow-document'
import type { Json } from '@throughline/flow/eval'
import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Input, type InputProps } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { PersonPicker } from '../parts/person-picker.tsx'
import { formTexts } from './form.texts.ts'
import { numberText, readNumber } from './number-text.ts'

export type ControlProps = {
  field: Field
  value: Json
  onChange: (value: Json) => void
  /** Needed outside a Field: in a cell of a table. */
  label?: string
  invalid?: boolean
  people: readonly Person[]
}

const inputTypes: Partial<Record<FieldType, string>> = { date: 'date', email: 'email', phone: 'tel', url: 'url' }

const textIn = (value: Json) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')

/** What asks for one answer; files and tables have their own. */
export function Control(props: ControlProps) {
  const { field, value, onChange, label, invalid, people } = props
  const { type, placeholder } = field
  const named = label === undefined ? {} : { label }
  const shared = { 'aria-label': label, 'aria-invalid': invalid || undefined, placeholder }
  switch (type) {
    case 'textarea':
      return <Textarea {...shared} rows={3} value={textIn(value)} onChange={({ target }) => onChange(target.value)} />
    case 'number':
    case 'currency':
      return <NumberInput {...shared} money={type === 'currency'} value={value} onChange={onChange} />
    case 'checkbox':
      return (
        <Checkbox
          aria-label={label}
          checked={value === true}
          onChange={onChange}
          hint={label === undefined ? field.help : undefined}
        >
          {label === undefined ? field.label : undefined}
        </Checkbox>
      )
    case 'select':
      return (
        <Select
          {...named}
          value={value === null || value === '' ? null : textIn(value)}
          placeholder={placeholder ?? formTexts.choose}
          items={[...(field.required ? [] : [{ value: '', label: formTexts.noChoice }]), ...(field.options ?? [])]}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      )
    case 'person':
      return (
        <PersonPicker
          {...named}
          value={textIn(value)}
          known={people}
          {...(!field.required && { nobody: formTexts.nobody })}
          {...(placeholder && { placeholder })}
          onChange={(id) => onChange(id === '' ? null : id)}
        />
      )
    case 'text':
    case 'date':
    case 'email':
    case 'phone':
    case 'url':
    case 'file':
    case 'table':
      break
  }
  return (
    <Input
      {...shared}
      type={inputTypes[type] ?? 'text'}
      value={textIn(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  value: Json
  onChange: (value: Json) => void
  money?: boolean
}

/** A number as people write it; while it is written, nothing about it changes under their hands. */
function NumberInput({ value, onChange, money = false, onBlur, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const isCurrent = typed !== undefined && readNumber(typed) === value
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={isCurrent ? typed : numberText(value, money)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readNumber(target.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
