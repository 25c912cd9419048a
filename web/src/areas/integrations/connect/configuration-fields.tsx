import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type JsonObject, objectText, parseObject } from '../catalogue/json-object.ts'
import type { ConfigurationField } from './configuration.ts'
import { texts } from './connect.texts.ts'

type FieldsProps = {
  fields: readonly ConfigurationField[]
  value: JsonObject
  errors: Readonly<Record<string, string | undefined>>
  onChange: (value: JsonObject) => void
}

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? `${value}` : ''

const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))

/** What a tool asks for, as its schema has it. An empty field is no value at all. */
export function ConfigurationFields({ fields, value, errors, onChange }: FieldsProps) {
  return fields.map((field) => {
    const set = (next: JsonObject[string] | undefined) =>
      onChange(next === undefined ? without(value, field.name) : { ...value, [field.name]: next })
    if (field.kind === 'boolean')
      return (
        <Checkbox key={field.name} checked={value[field.name] === true} hint={field.hint} onChange={set}>
          <span translate="no">{field.label}</span>
        </Checkbox>
      )
    return (
      <Field
        key={field.name}
        label={<span translate="no">{field.label}</span>}
        hint={field.hint && <span translate="no">{field.hint}</span>}
        error={errors[field.name]}
        optional={!field.required}
      >
        <Control field={field} value={value[field.name]} onChange={set} />
      </Field>
    )
  })
}

type ControlProps = {
  field: ConfigurationField
  value: JsonObject[string] | undefined
  onChange: (value: JsonObject[string] | undefined) => void
}

function Control({ field, value, onChange }: ControlProps) {
  const { name, kind, required, options, label } = field
  const typed = (text: string) => onChange(text === '' ? undefined : text)
  if (kind === 'choice')
    return (
      <Select
        label={label}
        value={textIn(value)}
        onChange={typed}
        items={[{ value: '', label: texts.choose }, ...options.map((one) => ({ value: one, label: one }))]}
      />
    )
  if (kind === 'json') return <ObjectInput name={name} value={value} onChange={onChange} />
  if (kind === 'secret')
    return (
      <PasswordInput
        name={name}
        required={required}
        autoComplete="new-password"
        value={textIn(value)}
        onChange={({ target }) => typed(target.value)}
      />
    )
  return (
    <Input
      name={name}
      required={required}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      spellCheck={false}
      value={textIn(value)}
      onChange={({ target: { value: text } }) =>
        kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? onChange(Number(text)) : typed(text)
      }
    />
  )
}

type ObjectInputProps = { name: string } & Omit<ControlProps, 'field'>

/** What is typed stays as it is while it is no JSON yet. */
function ObjectInput({ name, value, onChange }: ObjectInputProps) {
  const shown = typeof value === 'object' && value !== null && !Array.isArray(value) ? objectText(value) : textIn(value)
  const [text, setText] = useState(shown)
  return (
    <Textarea
      name={name}
      rows={3}
      spellCheck={false}
      className="font-mono"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        const read = parseObject(target.value)
        onChange(target.value.trim() === '' ? undefined : (read ?? target.value))
      }}
    />
  )
}
