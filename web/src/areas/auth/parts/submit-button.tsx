import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'

type SubmitButtonProps = {
  form: { busy: boolean; waiting: boolean }
  busyLabel: string
  className?: string
  children: ReactNode
}

/** Keeps focus and width while busy; while waiting it stays in reach of the keyboard and does nothing. */
export function SubmitButton({ form, busyLabel, className, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      block
      busy={form.busy}
      busyLabel={busyLabel}
      aria-disabled={form.waiting}
      className={cn(className, form.waiting && 'bg-surface-3! text-fg-disabled! shadow-none!')}
    >
      {children}
    </Button>
  )
}
