import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useEffect, useEffectEvent, useState } from 'react'
import { secondsAgoText } from '../../../shared/format/moments.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import type { Drawing } from '../model/drawing.ts'
import { jsonTexts } from './json.texts.ts'
import { JsonEditor } from './json-editor.tsx'

export type JsonViewProps = {
  doc: FlowDoc
  problems: readonly Problem[]
  drawing: Drawing
  /** Absent: read only. Only with a text that is the JSON of an object. */
  onChange?: (doc: FlowDoc) => void
  onValid: (valid: boolean) => void
  selected?: StepId | undefined
}

/** The document's text beside its drawing, which keeps to the last text that could be read. */
export function JsonView({ doc, problems, drawing, onChange, onValid, selected }: JsonViewProps) {
  const [invalidSince, setInvalidSince] = useState<number>()
  const [inText, setInText] = useState<StepId>()
  const [picked, setPicked] = useState(selected)
  // Invalid text goes away with the editor; the document that is left is valid.
  const gone = useEffectEvent(() => onValid(true))
  useEffect(() => () => gone(), [])
  const tell = (valid: boolean) => {
    setInvalidSince((since) => (valid ? undefined : (since ?? Date.now())))
    onValid(valid)
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <div className="flex w-[604px] max-w-[62%] shrink-0 flex-col border-r bg-surface">
        <JsonEditor
          doc={doc}
          problems={problems}
          drawing={drawing}
          {...(onChange && { onChange })}
          onValid={tell}
          selected={picked}
          onStep={setInText}
        />
      </div>
      <div className="relative flex min-w-0 flex-1">
        <FlowCanvas
          drawing={drawing}
          problems={problems}
          label={jsonTexts.canvas}
          selected={inText}
          revealed={inText}
          onSelect={setPicked}
          tools
        >
          {invalidSince !== undefined && <LastValid since={invalidSince} />}
        </FlowCanvas>
      </div>
    </div>
  )
}

const SECOND = 1000

function LastValid({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="tnum absolute top-4 left-4 z-10 rounded-md border bg-card px-2.5 py-1 text-xs text-fg-2 shadow-sm">
      {jsonTexts.lastValid(secondsAgoText(Math.max(0, now - since)))}
    </p>
  )
}
