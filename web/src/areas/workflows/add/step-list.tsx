import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import type { Drawing } from '../model/drawing.ts'
import { texts } from './add.texts.ts'
import { withStepAdded } from './form-steps.ts'
import { StepRow } from './step-row.tsx'

const words = texts.form

type StepListProps = { drawing: Drawing; problems: readonly Problem[]; onChange: (doc: FlowDoc) => void }

/** Every step in the order of the outline, numbered by its place. */
export function StepList({ drawing, problems, onChange }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const { doc, steps } = drawing
  /** The focus follows the step, or stays where one was. */
  const edit = (next: FlowDoc, focus: number) => {
    flushSync(() => onChange(next))
    list.current?.querySelectorAll<HTMLInputElement>('input[data-name]')[focus]?.focus()
  }
  return (
    <section aria-label={words.steps}>
      <div className="mb-1.5 flex items-center">
        <h3 className="flex-1 text-sm font-medium tracking-normal">{words.steps}</h3>
        <Button
          size="sm"
          variant="ghost"
          icon={Plus}
          className="-mr-2 text-accent-text"
          onClick={() => edit(withStepAdded(doc), steps.length)}
        >
          {words.addStep}
        </Button>
      </div>
      <ol ref={list} className="divide-y rounded-md border">
        {steps.map(({ n, step }) => (
          <StepRow
            key={n}
            doc={doc}
            step={step}
            problems={problems}
            n={n}
            count={steps.length}
            onChange={onChange}
            onMove={(next, by) => edit(next, n - 1 + by)}
            onRemove={(next) => edit(next, Math.min(n - 1, steps.length - 2))}
          />
        ))}
      </ol>
      <p className="mt-1.5 text-xs text-fg-3">{words.later}</p>
    </section>
  )
}
