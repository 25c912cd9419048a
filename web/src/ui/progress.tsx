import { cn } from './cn.ts'

type ProgressProps = {
  label: string
  /** 0 to 100; null when it is not known how long it takes. */
  value: number | null
  tone?: 'accent' | 'success' | 'warning' | 'danger'
  className?: string
}

const fills = {
  accent: '[--fill:var(--accent)]',
  success: '[--fill:var(--success-mark)]',
  warning: '[--fill:var(--warning-mark)]',
  danger: '[--fill:var(--danger-mark)]',
} as const

export function Progress({ label, value, tone = 'accent', className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={value ?? undefined}
      className={cn('progress-bar', fills[tone], className)}
    />
  )
}
