import { Check, X } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { cn } from './cn.ts'
import { FieldContext } from './field-context.ts'
import { uiTexts } from './ui.texts.ts'

type FieldProps = {
  label: ReactNode
  /** Only needed where something else must name the control. */
  id?: string
  /** One message stands under the control: the error, else the good news, else the hint. */
  hint?: ReactNode
  error?: ReactNode
  good?: ReactNode
  optional?: boolean
  /** Beside the label, far right: a link or a short remark. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

export function Field({ label, id: given, hint, error, good, optional, action, className, children }: FieldProps) {
  const generated = useId()
  const id = given ?? generated
  const hasNote = Boolean(error || good || hint)
  const invalid = Boolean(error)
  const link = useMemo(
    () => ({ id, labelId: `${id}-label`, noteId: hasNote ? `${id}-note` : undefined, invalid }),
    [id, hasNote, invalid],
  )
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline gap-2">
        <label id={link.labelId} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {optional && <span className="text-xs text-fg-3">{uiTexts.optional}</span>}
        {action && <span className="ml-auto text-xs text-fg-3">{action}</span>}
      </div>
      <FieldContext value={link}>{children}</FieldContext>
      {hasNote && <Note id={`${id}-note`} error={error} good={good} hint={hint} />}
    </div>
  )
}

function Note({ id, error, good, hint }: { id: string } & Pick<FieldProps, 'error' | 'good' | 'hint'>) {
  const tone = error ? 'text-danger-fg' : good ? 'text-success-fg' : 'text-fg-3'
  const Icon = error ? X : good ? Check : null
  return (
    <p id={id} className={cn('mt-1.5 flex items-start gap-1.5 text-xs', tone)}>
      {Icon && <Icon size={13} strokeWidth={2.4} aria-hidden className="mt-px shrink-0" />}
      <span className="min-w-0">{error || good || hint}</span>
    </p>
  )
}
