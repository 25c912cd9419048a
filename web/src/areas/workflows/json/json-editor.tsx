import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useRef } from 'react'
import { STEP_TYPES, StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing } from '../model/drawing.ts'
import { FaultBar } from './fault-bar.tsx'
import { jsonTexts } from './json.texts.ts'
import { StatusLine } from './status-line.tsx'
import { TextBar } from './text-bar.tsx'
import { useDocumentText } from './use-document-text.ts'

export type JsonEditorProps = {
  doc: FlowDoc
  problems: readonly Problem[]
  drawing: Drawing
  /** Absent: read only. */
  onChange?: (doc: FlowDoc) => void
  onValid: (valid: boolean) => void
  /** Scrolled to whenever it changes. */
  selected?: StepId | undefined
  /** The step that the cursor stands in. */
  onStep?: (id: StepId | undefined) => void
  /** What stands over the fault of a text that is no JSON. */
  invalidText?: string
  /** Stands in the editor at first, instead of the document's own text. */
  startText?: string | undefined
  /** Told every text that is no JSON, so that it can be kept; undefined once it can be read. */
  onUnread?: (text: string | undefined) => void
}

/** The text of a workflow: completion by the schema, and every problem at its place with what would mend it. */
export function JsonEditor({ invalidText = jsonTexts.invalid, ...props }: JsonEditorProps) {
  const glyphs = useRef<HTMLSpanElement>(null)
  const { box, place, faults, valid, text, mend, go, format } = useDocumentText(props, glyphs)
  return (
    <section aria-label={jsonTexts.label} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TextBar
        keys={place.keys}
        text={text}
        name={props.doc.prefix}
        onFormat={props.onChange && format}
        canFormat={valid}
      />
      <div ref={box} className="min-h-0 flex-1 overflow-hidden" />
      <span ref={glyphs} hidden>
        {STEP_TYPES.map((type) => (
          <span key={type} data-kind={type}>
            <StepGlyph type={type} size={20} />
          </span>
        ))}
      </span>
      <FaultBar
        faults={faults}
        title={valid ? undefined : invalidText}
        line={place.line}
        canMend={props.onChange !== undefined}
        onMend={mend}
        onGo={go}
      />
      <StatusLine place={place} faults={faults} text={text} />
    </section>
  )
}
