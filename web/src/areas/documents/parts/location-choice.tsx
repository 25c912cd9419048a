import { useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'

export type LocationOption<I> = { id: I; label: string; hint?: string }
type ChoiceProps<I extends string> = {
  label: string
  none: string
  hint?: string | undefined
  error?: string | undefined
  options: readonly LocationOption<I>[]
  chosen: LocationOption<I> | undefined
  onChange: (chosen: LocationOption<I> | undefined) => void
  onSearch: (search: string) => void
}

/** What was chosen stays among the choices, whatever is looked for. */
export function LocationChoice<I extends string>({
  label,
  none,
  hint,
  error,
  options,
  chosen,
  onChange,
  onSearch,
}: ChoiceProps<I>) {
  const [typed, setTyped] = useState('')
  const known = chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options
  const search = (words: string) => {
    const wanted = words === (chosen?.label ?? none) ? '' : words
    setTyped(wanted)
    onSearch(wanted)
  }
  const nothing = { value: '', label: none }
  const items = known.map(({ id, ...rest }) => ({ value: id, ...rest }))
  return (
    <Field label={label} optional hint={hint} error={error}>
      <ComboboxOne
        // What is found comes first: Enter takes it.
        items={typed === '' ? [nothing, ...items] : [...items, nothing]}
        value={chosen?.id ?? ''}
        onChange={(value) => onChange(known.find(({ id }) => id === value))}
        onSearch={search}
      />
    </Field>
  )
}
