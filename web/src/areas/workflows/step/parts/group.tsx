import { ChevronDown } from 'lucide-react'
import { type ReactNode, useContext, useId, useState } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { ProblemsContext } from '../step-context.ts'

type GroupProps = {
  title: string
  /** At the right of the title while open. */
  action?: ReactNode
  /** Says in a few words what is set; shown while closed. */
  summary?: ReactNode
  /** Rarely used: closed until somebody opens it, or something in it is wrong. */
  closed?: boolean
  /** Paths of the document that this part holds. */
  holds?: readonly string[]
  children: ReactNode
}

/** A part of the panel under its heading, which opens and closes it. */
export function Group({ title, action, summary, closed = false, holds = [], children }: GroupProps) {
  const problems = useContext(ProblemsContext)
  const wrong = problems.some(({ path }) => holds.some((held) => path === held || path.startsWith(`${held}/`)))
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? (!closed || wrong)
  const id = useId()
  return (
    <section aria-labelledby={`${id}-title`} className="-mx-4 border-t px-4 py-3.5">
      <div className="flex min-h-6 items-center gap-2">
        <h3 className="min-w-0 flex-1 text-sm">
          <button
            type="button"
            id={`${id}-title`}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setChosen(!open)}
            className="group/head -ml-1 flex max-w-full items-center gap-1 rounded-xs px-1 text-left font-medium"
          >
            <span className="min-w-0">{title}</span>
            <ChevronDown
              size={13}
              aria-hidden
              className={cn('shrink-0 text-fg-3 transition-transform', !open && '-rotate-90')}
            />
          </button>
        </h3>
        {open ? action : <span className="min-w-0 max-w-3/5 truncate text-xs text-fg-3">{summary}</span>}
      </div>
      {open && (
        <div id={id} className="mt-2 space-y-3">
          {children}
        </div>
      )}
    </section>
  )
}
