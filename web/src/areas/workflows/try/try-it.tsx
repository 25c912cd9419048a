import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import type { Drawing } from '../model/drawing.ts'
import { marksOf } from './trial.ts'
import { TrialBar, TrialNotice } from './trial-bar.tsx'
import { TrialPanel } from './trial-panel.tsx'
import { TrialFooter } from './trial-state.tsx'
import { tryTexts } from './try.texts.ts'
import { useTrial } from './use-trial.ts'

type TryItProps = { doc: FlowDoc; drawing: Drawing; onClose: () => void }

/** Plays an instance here, with the reducer that runs the real ones. */
export function TryIt({ doc, drawing, onClose }: TryItProps) {
  const trial = useTrial(doc)
  const { played, asked, problems } = trial
  const [jumped, setJumped] = useState<StepId>()
  const question = useRef<HTMLElement>(null)
  const toQuestion = useRef(true)
  useEffect(() => {
    if (!toQuestion.current) return
    toQuestion.current = false
    const controls = question.current?.querySelectorAll<HTMLElement>('input, textarea, button:not([role="tab"])')
    controls?.[0]?.focus()
  })
  const moved = () => {
    toQuestion.current = true
  }
  const at = asked?.step
  const marked = useMemo(() => played && marksOf(played, drawing, at), [played, drawing, at])
  const shown = asked?.step ?? jumped
  return (
    <div data-panels="beside" className="@container relative flex min-h-0 min-w-0 flex-1">
      <div className="@container relative flex min-w-0 flex-1">
        <FlowCanvas
          drawing={drawing}
          problems={problems}
          label={tryTexts.canvas}
          selected={shown}
          revealed={shown}
          onSelect={(id) => {
            const open = played?.awaits.find(({ step }) => step === id)
            if (open) trial.askFor(open)
          }}
          {...marked}
          tools
        >
          <TrialNotice />
          {problems.length === 0 && <TrialBar trial={trial} onMoved={moved} />}
        </FlowCanvas>
      </div>
      <Panel
        title={tryTexts.title}
        actions={
          played && <span className="tnum mr-auto pr-2 text-xs text-fg-3">{tryTexts.turn(played.turns.length)}</span>
        }
        footer={<TrialFooter played={played} onClose={onClose} />}
        onClose={onClose}
      >
        <TrialPanel doc={doc} trial={trial} drawing={drawing} question={question} onMoved={moved} onJump={setJumped} />
      </Panel>
    </div>
  )
}
