import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type ChoiceLabelProps = { control: ReactNode; children?: ReactNode; hint?: ReactNode; disabled?: boolean | undefined }

/** Control and words as one target; without words the control stands alone (table cells). */
export function ChoiceLabel({ control, children, hint, disabled }: ChoiceLabelProps) {
  if (!children) return control
  return (
    <label className={cn('flex items-start gap-2.5 py-0.5 text-sm', disabled && 'text-fg-3')}>
      <span className="flex h-5 items-center">{control}</span>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-xs text-fg-3">{hint}</span>}
      </span>
    </label>
  )
}
