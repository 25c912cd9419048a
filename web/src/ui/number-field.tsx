import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { cn } from './cn.ts'
import { useFieldLink } from './field-context.ts'
import { uiTexts } from './ui.texts.ts'

type NumberFieldProps = {
  /** Needed outside a Field. */
  label?: string
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  format?: Intl.NumberFormatOptions
  disabled?: boolean
  name?: string
  className?: string
}

const stepButton =
  'grid w-8 shrink-0 place-items-center text-fg-2 hover:bg-surface-3 hover:text-fg data-disabled:text-fg-disabled'

export function NumberField({ label, value, onChange, className, ...root }: NumberFieldProps) {
  const link = useFieldLink()
  return (
    <Base.Root {...root} value={value} onValueChange={onChange} id={link.id}>
      <Base.Group
        className={cn(
          'flex h-(--control-md) w-32 overflow-hidden rounded-sm border border-line-control bg-surface',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
          'has-aria-invalid:border-danger-mark data-disabled:border-line-strong data-disabled:bg-surface-2',
          className,
        )}
      >
        <Base.Decrement aria-label={uiTexts.decrease} className={cn(stepButton, 'border-r')}>
          <Minus size={14} aria-hidden />
        </Base.Decrement>
        <Base.Input
          aria-label={label}
          aria-describedby={link['aria-describedby']}
          aria-invalid={link['aria-invalid']}
          className="tnum min-w-0 flex-1 bg-transparent text-center text-sm outline-none disabled:text-fg-disabled"
        />
        <Base.Increment aria-label={uiTexts.increase} className={cn(stepButton, 'border-l')}>
          <Plus size={14} aria-hidden />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  )
}
