import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { cn } from './cn.ts'
import { type ControlSize, controlSizes } from './control-style.ts'
import { useFieldLink } from './field-context.ts'
import { popupBox, popupItem, popupLayer } from './popup-style.ts'

type Option<V extends string> = { value: V; label: string; hint?: string; icon?: LucideIcon; disabled?: boolean }

type SelectProps<V extends string> = {
  /** Needed outside a Field. */
  label?: string
  value: V | null
  onChange: (value: V) => void
  items: readonly Option<V>[]
  placeholder?: string
  size?: ControlSize
  /** Without a box: inside tables and filter bars. There may be many, so each is only a button until it is pressed. */
  quiet?: boolean
  disabled?: boolean
  readOnly?: boolean
  name?: string
  className?: string
}

const boxed =
  'w-full border border-line-control bg-surface aria-invalid:border-danger-mark data-disabled:border-line-strong ' +
  'data-disabled:bg-surface-2 data-disabled:text-fg-disabled'

const bare = 'h-7 max-w-full px-2 text-sm text-fg-2 hover:bg-surface-3 hover:text-fg data-popup-open:bg-surface-3'

const triggerClass = 'inline-flex min-w-0 items-center gap-1.5 rounded-sm text-left'

export function Select<V extends string>(props: SelectProps<V>) {
  const [pressed, setPressed] = useState(false)
  if (props.quiet && !pressed) return <Resting {...props} onWake={() => setPressed(true)} />
  return <Open {...props} />
}

/** Looks and reads like the trigger, without the machinery behind it. */
function Resting<V extends string>(props: SelectProps<V> & { onWake: () => void }) {
  const { label, value, items, placeholder, disabled, className, onWake } = props
  const link = useFieldLink()
  return (
    <button
      {...link}
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- as the trigger that takes its place; no list is there to point at
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={label}
      disabled={disabled}
      onClick={onWake}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        onWake()
      }}
      className={cn(triggerClass, bare, className)}
    >
      <span className="min-w-0 flex-1 truncate">
        {items.find((item) => item.value === value)?.label ?? placeholder}
      </span>
      <ChevronDown size={13} aria-hidden className="shrink-0 text-fg-3" />
    </button>
  )
}

/** Base UI would add a `<style>` element for a way of opening that is not used here; the content policy forbids it. */
function Open<V extends string>(props: SelectProps<V>) {
  const { label, value, onChange, items, placeholder, size = 'md', quiet, className, ...root } = props
  const link = useFieldLink()
  const Chevron = quiet ? ChevronDown : ChevronsUpDown
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        {...root}
        defaultOpen={quiet ?? false}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        items={items}
      >
        <Base.Trigger
          {...link}
          aria-label={label}
          className={cn(triggerClass, quiet ? bare : [boxed, controlSizes[size]], className)}
        >
          <Base.Value placeholder={placeholder} className="min-w-0 flex-1 truncate data-placeholder:text-fg-3" />
          <Base.Icon className="shrink-0 text-fg-3">
            <Chevron size={13} aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} align="start" className={popupLayer}>
            <Base.Popup className={cn(popupBox, 'min-w-[max(11rem,var(--anchor-width))]')}>
              {items.map((item) => (
                <Base.Item key={item.value} value={item.value} disabled={item.disabled} className={popupItem}>
                  <span className="grid w-4 shrink-0 place-items-center">
                    <Base.ItemIndicator>
                      <Check size={14} strokeWidth={2.2} aria-hidden className="text-accent-text" />
                    </Base.ItemIndicator>
                  </span>
                  {item.icon && <item.icon size={15} strokeWidth={1.8} aria-hidden className="shrink-0 text-fg-3" />}
                  <span className="min-w-0">
                    <Base.ItemText>{item.label}</Base.ItemText>
                    {item.hint && <span className="block text-xs text-fg-3">{item.hint}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
