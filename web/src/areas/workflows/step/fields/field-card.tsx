import type { Field } from '@throughline/flow/document'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { useProblemsAt } from '../step-context.ts'
import { texts } from './fields.texts.ts'

type FieldCardProps = {
  field: Field
  at: number
  count: number
  path: string
  open: boolean
  onToggle: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  /** Everything about it. */
  children: ReactNode
}

/** One line per field; it opens to everything about it. */
export function FieldCard(props: FieldCardProps) {
  const { field, at, count, path, open } = props
  const id = useId()
  const wrong = useProblemsAt(path, true).some(({ level }) => level === 'E')
  const name = field.label || field.name || texts.untitled
  return (
    <li>
      <div className="flex min-h-9 items-center pr-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={props.onToggle}
          className="flex min-w-0 flex-1 items-center gap-1.5 self-stretch rounded-sm px-2 text-left hover:bg-surface-2"
        >
          <ChevronRight
            size={13}
            aria-hidden
            className={cn('shrink-0 text-fg-3 transition-transform', open && 'rotate-90')}
          />
          <span translate="no" className={cn('min-w-0 flex-1 truncate text-sm', wrong && 'text-danger-fg')}>
            {name}
            {field.required && (
              <span className="ml-1 text-danger-fg">
                <span aria-hidden>*</span>
                <span className="sr-only"> {texts.requiredMark}</span>
              </span>
            )}
          </span>
          <span className="shrink-0 text-xs text-fg-3">{texts.types[field.type]}</span>
        </button>
        <OrderButtons name={name} at={at} count={count} onMove={props.onMove} onRemove={props.onRemove} />
      </div>
      {open ? (
        <div id={id} className="border-t bg-surface-2 p-3">
          {props.children}
        </div>
      ) : (
        <div className="px-3 pb-2 empty:hidden">
          <ProblemsAt path={path} deep />
        </div>
      )}
    </li>
  )
}
