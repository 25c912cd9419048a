import type { Awaited, Played } from '@throughline/flow/compile'
import { dueOf } from '@throughline/flow/eval'
import type { Ref } from 'react'
import { Tag } from '../../../ui/tag.tsx'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing, DrawnStep } from '../model/drawing.ts'
import { Answering } from './answering.tsx'
import { dayText } from './trial.ts'
import { tryTexts } from './try.texts.ts'
import type { Trial } from './use-trial.ts'

type AskingProps = { trial: Trial; played: Played; asked: Awaited; drawing: Drawing; ref?: Ref<HTMLElement> }

/** One step's question. */
export function Asking({ ref, ...props }: AskingProps) {
  const { trial, played, asked, drawing } = props
  const drawn = drawing.at(asked.step)
  if (!drawn) return null
  const { step } = drawn
  return (
    <section
      ref={ref}
      aria-label={tryTexts.answerFor(step.name)}
      className="rounded-lg border border-accent bg-card shadow-sm"
    >
      <div className="flex items-center gap-2.5 border-b px-3 py-2.5">
        <StepGlyph type={step.type} size={26} />
        <span className="min-w-0 flex-1">
          <span translate="no" className="block truncate text-sm font-medium">
            {step.name}
          </span>
          <span className="block truncate text-xs text-fg-3">
            {placeText(drawn, drawing, asked, dueText(trial, played, asked))}
          </span>
        </span>
        <Tag tone="accent">{tryTexts.answering}</Tag>
      </div>
      <div className="grid gap-3 p-3">
        {step.instructions && <p className="text-sm text-fg-2">{step.instructions}</p>}
        <Answering {...props} step={step} />
      </div>
    </section>
  )
}

function placeText(drawn: DrawnStep, drawing: Drawing, { item, run }: Awaited, due: string | undefined): string {
  return [
    tryTexts.step(drawn.n, drawing.steps.length),
    item !== undefined && tryTexts.item(item + 1),
    run > 0 && tryTexts.round(run + 1),
    drawn.who,
    due && tryTexts.due(due),
  ]
    .filter(Boolean)
    .join(' · ')
}

function dueText({ exprs }: Trial, { scope, state }: Played, asked: Awaited): string | undefined {
  const due = exprs?.steps[asked.step]?.due
  const since = state.open[asked.step]?.since
  if (!due || since === undefined) return undefined
  const found = dueOf(due, { ...scope(asked), now: since })
  return found.ok ? dayText(found.value.day ? Date.parse(found.value.day) : found.value.at) : undefined
}
