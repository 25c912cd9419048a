import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { cn } from './cn.ts'
import { useFieldLabel, useFieldLink } from './field-context.ts'
import { popupBox, popupItem, popupLayer } from './popup-style.ts'
import { uiTexts } from './ui.texts.ts'

export type ComboboxOption = { value: string; label: string; hint?: string }

type ComboboxProps = {
  /** Needed outside a Field. */
  label?: string
  items: readonly ComboboxOption[]
  value: readonly ComboboxOption[]
  onChange: (value: ComboboxOption[]) => void
  placeholder?: string
  disabled?: boolean
  className?: string
  /** Told what is typed: then `items` are the answer to it and are not filtered again. */
  onSearch?: (words: string) => void
}

/** Several choices from a long list: type to filter, chosen ones stand as chips. Backspace takes the last one away. */
export function Combobox(props: ComboboxProps) {
  const { label, items, value, onChange, placeholder, disabled, className, onSearch } = props
  const [open, setOpen] = useState(false)
  const link = useFieldLink()
  return (
    <Base.Root
      multiple
      items={[...items]}
      value={[...value]}
      onValueChange={(next: ComboboxOption[]) => onChange(next)}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
      open={open}
      onOpenChange={setOpen}
      disabled={disabled}
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <Base.InputGroup
        className={cn(
          'flex min-h-(--control-md) cursor-text items-center rounded-sm border border-line-control bg-surface px-1 py-0.5',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus data-disabled:bg-surface-2',
          'has-aria-invalid:border-danger-mark',
          className,
        )}
      >
        <Base.Chips className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          {value.map((chosen) => (
            <Chip key={chosen.value} name={chosen.label} />
          ))}
          <Base.Input
            {...link}
            aria-label={label}
            onKeyDown={(event) => {
              // Base UI would empty the whole choice; Escape belongs to whatever is around it then.
              if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
            }}
            placeholder={value.length > 0 ? '' : placeholder}
            className="h-6 min-w-16 flex-1 bg-transparent px-1.5 text-sm outline-none placeholder:text-fg-3"
          />
        </Base.Chips>
      </Base.InputGroup>
      {open && <Choices label={label} />}
    </Base.Root>
  )
}

/** A plain box instead of Base UI's Popup, which hides the rest of the page from screen readers while one types. */
export function Choices({ label }: { label: string | undefined }) {
  const name = useFieldLabel(label)
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className={popupLayer}>
        <div
          className={cn(
            popupBox,
            'w-[max(12rem,var(--anchor-width))] max-w-(--available-width) has-data-hint:w-[max(22rem,var(--anchor-width))]',
          )}
        >
          <Base.Empty className="px-2 text-sm text-fg-3 not-empty:py-1.5">{uiTexts.noMatches}</Base.Empty>
          <Base.List {...name}>
            {(item: ComboboxOption) => (
              <Base.Item key={item.value} value={item} className={popupItem}>
                <span className="grid w-4 shrink-0 place-items-center">
                  <Base.ItemIndicator>
                    <Check size={14} strokeWidth={2.2} aria-hidden className="text-accent-text" />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.hint && (
                  <span data-hint className="max-w-3/5 shrink-0 truncate text-xs text-fg-3">
                    {item.hint}
                  </span>
                )}
              </Base.Item>
            )}
          </Base.List>
        </div>
      </Base.Positioner>
    </Base.Portal>
  )
}

function Chip({ name }: { name: string }) {
  return (
    <Base.Chip className="inline-flex h-6 max-w-full items-center gap-0.5 rounded-[5px] bg-surface-3 pl-2 text-xs outline-none focus-within:bg-accent-subtle focus-within:text-accent-text">
      <span className="truncate">{name}</span>
      <Base.ChipRemove
        aria-label={uiTexts.remove(name)}
        className="grid size-6 shrink-0 place-items-center rounded-[5px] text-fg-3 hover:text-fg"
      >
        <X size={13} aria-hidden />
      </Base.ChipRemove>
    </Base.Chip>
  )
}
