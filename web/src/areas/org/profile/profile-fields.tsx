import type { ComponentProps, ReactNode } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from '../org.texts.ts'
import { type Errors, industries, type NewProfile, type Profile, sizes, type TextField } from './draft.ts'

type ProfileFieldsProps = {
  values: NewProfile
  errors: Errors
  onChange: (change: Partial<Profile>) => void
  namePlaceholder?: string
  /** What only one of the two asks. */
  children?: ReactNode
}

/** One form for creating and editing, so both ask for the same things in the same order. */
export function ProfileFields({ values, errors, onChange, namePlaceholder, children }: ProfileFieldsProps) {
  const { fields } = texts
  const text = (name: TextField) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const line = (name: TextField, more: ComponentProps<typeof Input>) => (
    <Field label={fields[name]} optional error={errors[name]}>
      <Input {...text(name)} {...more} />
    </Field>
  )
  return (
    <div className="grid gap-x-5 gap-y-4 p-5 @md:grid-cols-2">
      <Field label={fields.name} error={errors['name']} className="@md:col-span-2">
        <Input {...text('name')} required data-first autoComplete="organization" placeholder={namePlaceholder} />
      </Field>
      <Field label={fields.industry} error={errors['industry']}>
        <Select
          value={values.industry}
          items={industries}
          placeholder={texts.choose}
          onChange={(industry) => onChange({ industry })}
        />
      </Field>
      <Field label={fields.size} error={errors['size']}>
        <Select value={values.size} items={sizes} placeholder={texts.choose} onChange={(size) => onChange({ size })} />
      </Field>
      {children}
      {line('website', { type: 'url', autoComplete: 'url', placeholder: texts.websitePlaceholder })}
      {line('contact_email', { type: 'email', autoComplete: 'off' })}
      {line('phone', { type: 'tel', autoComplete: 'off' })}
      {line('address', { autoComplete: 'street-address' })}
      <Field label={fields.description} optional error={errors['description']} className="@md:col-span-2">
        <Textarea {...text('description')} rows={3} translate="no" />
      </Field>
    </div>
  )
}
