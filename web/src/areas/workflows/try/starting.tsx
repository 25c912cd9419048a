import type { ManualStep } from '@throughline/flow/document'
import { Play } from 'lucide-react'
import type { Ref } from 'react'
import { AnswerForm } from './answer-form.tsx'
import { answerFieldsOf } from './answers.ts'
import { tryTexts } from './try.texts.ts'
import type { Trial } from './use-trial.ts'

type StartingProps = { trial: Trial; form: ManualStep; ref: Ref<HTMLElement>; onMoved: () => void }

/** What whoever starts it is asked first. */
export function Starting({ trial, form, ref, onMoved }: StartingProps) {
  const scope = trial.scopeAtStart()
  if (!scope) return null
  return (
    <section ref={ref} aria-label={tryTexts.start.title} className="rounded-lg border border-accent bg-card shadow-sm">
      <div className="flex items-center gap-2.5 border-b px-3 py-2.5">
        <span aria-hidden className="grid size-6.5 place-items-center rounded-[6px] bg-accent-subtle text-accent-text">
          <Play size={14} />
        </span>
        <span>
          <span className="block text-sm font-medium">{tryTexts.start.title}</span>
          <span className="block text-xs text-fg-3">{tryTexts.start.hint}</span>
        </span>
      </div>
      <div className="p-3">
        <AnswerForm
          asked={answerFieldsOf(form)}
          show={trial.exprs?.show ?? {}}
          scope={scope}
          samples={trial.sampleStart}
          submit={tryTexts.start.go}
          onWritten={trial.note}
          onSubmit={(values) => {
            onMoved()
            trial.begin(values)
          }}
        />
      </div>
    </section>
  )
}
