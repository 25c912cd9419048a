import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type SwitchProps = {
  checked: boolean
  onChange: (on: boolean) => void
  /** Visible words left of it; without them give an `aria-label`. */
  children?: ReactNode
  hint?: ReactNode
  disabled?: boolean
  'aria-label'?: string
  className?: string
}

/** Takes effect at once. For something that is saved with a form use a Checkbox. */
export function Switch({ checked, onChange, children, hint, disabled, className, ...rest }: SwitchProps) {
  const track = (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="switch-track"
    />
  )
  if (!children) return track
  return (
    <label className={cn('flex items-center gap-4 text-sm', disabled && 'text-fg-3', className)}>
      <span className="min-w-0 flex-1">
        {children}
        {hint && <span className="block text-xs text-fg-3">{hint}</span>}
      </span>
      {track}
    </label>
  )
}
