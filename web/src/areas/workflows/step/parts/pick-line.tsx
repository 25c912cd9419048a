import type { LucideIcon } from 'lucide-react'
import { cn } from '../../../../ui/cn.ts'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useEditable } from '../step-context.ts'
import { ReadLine } from './read-line.tsx'

type PickLineProps<V extends string> = {
  label: string
  value: V | null
  onChange: (value: V) => void
  items: readonly { value: V; label: string; hint?: string; icon?: LucideIcon }[]
  placeholder?: string
  required?: boolean
  /** The label is for screen readers: the words beside say it. */
  bare?: boolean
  className?: string
}

/** One of a few. */
export function PickLine<V extends string>(props: PickLineProps<V>) {
  const { label, value, onChange, items, placeholder, required, bare, className } = props
  if (!useEditable())
    return <ReadLine label={label} value={items.find((item) => item.value === value)?.label ?? ''} bare={bare} />
  const select = {
    value,
    onChange,
    items,
    ...(placeholder !== undefined && { placeholder }),
  }
  if (bare) return <Select {...select} label={label} className={cn('min-w-0', className)} />
  return (
    <Field label={required ? <RequiredLabel text={label} /> : label} {...(className !== undefined && { className })}>
      <Select {...select} />
    </Field>
  )
}

/** A label with the mark that its field must be filled. */
export function RequiredLabel({ text }: { text: string }) {
  return (
    <>
      {text}
      <span aria-hidden className="ml-1 text-danger-fg">
        *
      </span>
    </>
  )
}
