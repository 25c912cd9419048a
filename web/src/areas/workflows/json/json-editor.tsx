import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Download, WrapText } from 'lucide-react'
import { useRef } from 'react'
import { sizeText } from '../../../shared/format/size.ts'
import { useCopy } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { STEP_TYPES, StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing } from '../model/drawing.ts'
import type { SourcePosition } from './document-text.ts'
import { FaultBar } from './fault-bar.tsx'
import { jsonTexts } from './json.texts.ts'
import { type PlacedFault, useDocumentText } from './use-document-text.ts'

type TextBarProps = {
  keys: readonly (string | number)[]
  text: () => string
  name: string
  canFormat: boolean
  /** Absent: read only. */
  onFormat?: (() => void) | undefined
}

/** Where the cursor is, and what can be done with the whole text. */
function TextBar({ keys, text, name, canFormat, onFormat }: TextBarProps) {
  const { copied, copy, copyIcon } = useCopy()
  const download = () => saveFile(new Blob([text()], { type: 'application/json' }), jsonTexts.file(name))
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b pr-2 pl-4 text-xs">
      <span translate="no" className="min-w-0 flex-1 truncate font-mono text-fg-2">
        {keys.length === 0 ? jsonTexts.whole : keys.join(' › ')}
      </span>
      {onFormat && (
        <IconButton
          label={jsonTexts.format}
          kbd="Shift+Alt+F"
          icon={WrapText}
          disabled={!canFormat}
          onClick={onFormat}
        />
      )}
      <IconButton label={copied ? uiTexts.copied : uiTexts.copy} icon={copyIcon} onClick={() => copy(text())} />
      <IconButton label={jsonTexts.download} icon={Download} onClick={download} />
    </div>
  )
}

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

type StatusLineProps = { place: SourcePosition; faults: readonly PlacedFault[]; text: () => string }

function StatusLine({ place, faults, text }: StatusLineProps) {
  const errors = faults.filter(({ level }) => level === 'E').length
  return (
    <div className="tnum flex h-7 shrink-0 items-center gap-4 border-t bg-surface-2 px-4 text-xs whitespace-nowrap text-fg-3">
      <span>{jsonTexts.place(place.line, place.column)}</span>
      <span>{faults.length === 0 ? jsonTexts.noProblems : jsonTexts.problems(errors, faults.length - errors)}</span>
      <span className="min-w-0 truncate max-[1180px]:sr-only">{jsonTexts.leaveHint}</span>
      <span className="ml-auto">{jsonTexts.size(sizeText(text().length))}</span>
    </div>
  )
}
