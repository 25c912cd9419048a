import type { Template } from '@throughline/contracts/templates'
import { useMemo } from 'react'
import { MiniFlow } from '../canvas/mini-flow.tsx'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { templateDrawing } from './template-drawing.ts'
import { texts } from './templates.texts.ts'

const SHOWN = 10

/** What comes with a template: its drawing and its first steps. */
export function TemplateSteps({ template }: { template: Template }) {
  const drawing = useMemo(() => templateDrawing(template), [template])
  const shown = drawing.steps.slice(0, SHOWN)
  const further = drawing.steps.length - shown.length
  return (
    <section aria-label={texts.using.steps} className="min-w-0 rounded-md bg-board p-3">
      <MiniFlow drawing={drawing} label={texts.drawingOf(template.name)} className="h-14 w-full" />
      <ol className="mt-3 space-y-1.5">
        {shown.map(({ id, step }) => (
          <li key={id} className="flex items-center gap-2 text-xs">
            <StepGlyph type={step.type} size={20} />
            <span translate="no" className="min-w-0 flex-1 truncate">
              {step.name}
            </span>
            <span className="text-fg-3">{STEP_KINDS[step.type].label}</span>
          </li>
        ))}
      </ol>
      {further > 0 && <p className="mt-1.5 pl-7 text-xs text-fg-3">{texts.using.furtherSteps(further)}</p>}
    </section>
  )
}
