import type { WorkflowCard } from '@throughline/contracts/workflows'
import { cn } from '../../../ui/cn.ts'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { texts } from '../workflows.texts.ts'

const MAX_GLYPHS = 11
const SAID = 6

/** The first steps by their kinds, in the order of the outline. */
export function GlyphStrip({ workflow }: { workflow: Pick<WorkflowCard, 'step_types' | 'step_count'> }) {
  const { step_types: types, step_count: count } = workflow
  const shown = types.slice(0, MAX_GLYPHS).map((type, position) => ({ type, position }))
  const kinds = types.slice(0, SAID).map((type) => STEP_KINDS[type].indicator)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by many parts that are one picture
    <span className="flex h-5 items-center" role="img" aria-label={texts.stepsOf(count, kinds.join(', '))}>
      {shown.map(({ type, position }) => (
        <span key={position} className="flex items-center">
          <span className={cn('h-px w-1 bg-line-strong', position === 0 && 'hidden')} />
          <StepGlyph type={type} size={20} className="rounded-[5px]" />
        </span>
      ))}
      {count > shown.length && (
        <span className="tnum ml-1.5 text-xs text-fg-3">{texts.furtherSteps(count - shown.length)}</span>
      )}
    </span>
  )
}
