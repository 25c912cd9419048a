import { type ReactNode, useId } from 'react'
import { ChoiceLabel } from './choice-label.tsx'
import { cn } from './cn.ts'

type RadioOption<V extends string> = { value: V; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type RadioGroupProps<V extends string> = {
  legend: string
  /** The legend is for screen readers only. */
  hideLegend?: boolean
  value: V | null
  onChange: (value: V) => void
  items: readonly RadioOption<V>[]
  inline?: boolean
  disabled?: boolean
  className?: string
}

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { legend, hideLegend, value, onChange, items, inline, disabled, className } = props
  const name = useId()
  return (
    <fieldset disabled={disabled} className={className}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{legend}</legend>
      <div className={cn('flex', inline ? 'flex-wrap gap-x-5 gap-y-1' : 'flex-col gap-1.5')}>
        {items.map((item) => (
          <ChoiceLabel
            key={item.value}
            hint={item.hint}
            disabled={disabled || item.disabled}
            control={
              <input
                type="radio"
                name={name}
                value={item.value}
                checked={item.value === value}
                disabled={item.disabled}
                onChange={() => onChange(item.value)}
                className="radio-dot"
              />
            }
          >
            {item.label}
          </ChoiceLabel>
        ))}
      </div>
    </fieldset>
  )
}
