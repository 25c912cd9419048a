import type { AuthoredChange, StepType } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'
import { ArrowRight, Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import { changeText } from '../history/change-text.ts'
import { historyTexts } from '../history/history.texts.ts'
import type { Drawing } from '../model/drawing.ts'

type ChangeRowProps = {
  change: Change | AuthoredChange
  /** Of the newer document. */
  drawing: Drawing
  before?: Drawing | undefined
  /** Far right: who, or what kind and when. */
  children?: ReactNode
}

const typeIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined

function typeOf({ step, before: old, after }: Change | AuthoredChange, drawing: Drawing, before: Drawing | undefined) {
  if (step === undefined) return undefined
  const known: StepType | undefined = drawing.at(step)?.step.type ?? before?.at(step)?.step.type
  return (
    known ??
    (['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'] as const).find(
      (type) => type === typeIn(after ?? old),
    )
  )
}

/** One change, with the step that it is about. */
export function ChangeRow({ change, drawing, before, children }: ChangeRowProps) {
  const said = changeText(change, drawing, before)
  const type = typeOf(change, drawing, before)
  const bare = said.text === undefined && said.before === undefined && said.after === undefined
  return (
    <li className="flex items-center gap-2.5 px-3 py-2">
      {type ? <StepGlyph type={type} /> : <SettingsGlyph />}
      <span className="min-w-0 flex-1">
        <span translate="no" className="block truncate font-medium">
          {said.title}
        </span>
        <span className="block truncate text-xs text-fg-2">
          {bare && !said.label ? historyTexts.marks[change.kind] : said.label && `${said.label}: `}
          {said.text}
          {said.before !== undefined && <del className="text-fg-3">{said.before}</del>}
          {said.before !== undefined && said.after !== undefined && (
            <ArrowRight size={12} aria-label={historyTexts.to} className="mx-1.5 inline text-fg-3" />
          )}
          {said.after}
        </span>
      </span>
      {children}
    </li>
  )
}

export const SettingsGlyph = () => (
  <span aria-hidden className="grid size-5.5 shrink-0 place-items-center rounded-[6px] bg-neutral-bg text-neutral-fg">
    <Settings2 size={12} strokeWidth={2} />
  </span>
)
