import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { ChoiceLabel } from './choice-label.tsx'
import { cn } from './cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange' | 'ref'> & {
  onChange?: (checked: boolean) => void
  indeterminate?: boolean
  /** Visible words; without them give an `aria-label`. */
  children?: ReactNode
  hint?: ReactNode
}

export function Checkbox({ onChange, indeterminate = false, children, hint, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])
  const box = (
    <input
      {...rest}
      ref={input}
      type="checkbox"
      onChange={(event) => onChange?.(event.target.checked)}
      className={cn('check-box', className)}
    />
  )
  return (
    <ChoiceLabel control={box} hint={hint} disabled={rest.disabled}>
      {children}
    </ChoiceLabel>
  )
}
