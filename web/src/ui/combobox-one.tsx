import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronsUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cn } from './cn.ts'
import { Choices, type ComboboxOption } from './combobox.tsx'
import { useFieldLink } from './field-context.ts'
import { uiTexts } from './ui.texts.ts'

type ComboboxOneProps = {
  /** Needed outside a Field. */
  label?: string
  items: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  className?: string
  /** Opens its choices as soon as it is shown. */
  autoFocus?: boolean
  /** Told what is typed: then `items` are the answer to it and are not filtered again. */
  onSearch?: (words: string) => void
}

/** One choice from a long list: type to filter. What fits nothing goes back to the choice before. */
export function ComboboxOne(props: ComboboxOneProps) {
  const { label, items, value, onChange, placeholder, disabled, className, autoFocus, onSearch } = props
  const [open, setOpen] = useState(autoFocus ?? false)
  const link = useFieldLink()
  const name = items.find((item) => item.value === value)?.label
  // One object as long as it means the same: Base UI takes another for another choice and writes over what is typed.
  const chosen = useMemo(() => (name === undefined ? null : { value, label: name }), [value, name])
  return (
    <Base.Root
      items={[...items]}
      value={chosen}
      onValueChange={(next: ComboboxOption | null) => next && onChange(next.value)}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
      open={open}
      onOpenChange={setOpen}
      disabled={disabled}
      autoHighlight
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <Base.InputGroup
        className={cn(
          'flex h-(--control-md) cursor-text items-center rounded-sm border border-line-control bg-surface pr-1 pl-2.5',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus data-disabled:bg-surface-2',
          'has-aria-invalid:border-danger-mark',
          className,
        )}
      >
        <Base.Input
          {...link}
          aria-label={label}
          placeholder={placeholder}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- where it is asked for, a press has just opened it
          autoFocus={autoFocus}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 flex-1 bg-transparent text-sm outline-none placeholder:text-fg-3"
        />
        <Base.Trigger
          aria-label={uiTexts.showChoices}
          tabIndex={-1}
          className="grid size-6 shrink-0 place-items-center text-fg-3"
        >
          <ChevronsUpDown size={13} aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      {open && <Choices label={label} />}
    </Base.Root>
  )
}
