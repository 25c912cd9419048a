import { OTPField as Base } from '@base-ui/react/otp-field'
import { cn } from './cn.ts'
import { useFieldLink } from './field-context.ts'
import { uiTexts } from './ui.texts.ts'

type CodeCellsProps = {
  value: string
  onChange: (value: string) => void
  /** The last digit, typed or pasted, sends the form around it. */
  submits?: boolean
  readOnly?: boolean
  length?: number
  size?: 'md' | 'lg'
}

/** A one-time code, one cell per digit; a paste fills all of them. Stands in a Field, which names it. */
export function CodeCells({ value, onChange, submits, readOnly, length = 6, size = 'lg' }: CodeCellsProps) {
  const link = useFieldLink()
  const cell = size === 'lg' ? 'h-12 min-w-0 flex-1' : 'h-10 w-9'
  return (
    <Base.Root
      id={link.id}
      length={length}
      value={value}
      onValueChange={onChange}
      autoSubmit={submits}
      readOnly={readOnly}
      className="flex gap-2"
    >
      {Array.from({ length }, (_, index) => (
        <Base.Input
          // Cells have no identity but their place.
          key={`cell-${index + 1}`}
          aria-label={index === 0 ? undefined : uiTexts.digit(index + 1, length)}
          aria-describedby={link['aria-describedby']}
          aria-invalid={link['aria-invalid']}
          className={cn(
            'tnum rounded-sm border border-line-control bg-surface text-center text-lg aria-invalid:border-danger-mark',
            cell,
          )}
        />
      ))}
    </Base.Root>
  )
}
