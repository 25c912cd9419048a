import type { ReactNode } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { texts } from '../step.texts.ts'

type ReadLineProps = {
  label: string
  value: string
  mono?: boolean | undefined
  bare?: boolean | undefined
  /** The value with more than its text, if that says more. */
  children?: ReactNode
}

/** A value while nothing can be changed. */
export function ReadLine({ label, value, mono, bare, children }: ReadLineProps) {
  const text = children || (
    <span
      translate="no"
      className={cn(
        'block text-sm break-words whitespace-pre-wrap',
        mono && 'font-mono text-xs',
        !value && 'text-fg-3',
      )}
    >
      {value || texts.notSet}
    </span>
  )
  if (bare) return text
  return (
    <div>
      <span className="mb-0.5 block text-sm font-medium">{label}</span>
      {text}
    </div>
  )
}
