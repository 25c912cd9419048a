import type { Workflow } from '@throughline/contracts/workflows'
import { ArrowRight, ChevronDown, ChevronUp, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import { drawingOf, type Names } from '../model/drawing.ts'
import { ChangeMark } from './change-line.tsx'
import type { Comparison } from './comparison.tsx'
import { historyTexts } from './history.texts.ts'
import { useHistory, type Which } from './use-history.ts'
import { Versions } from './versions.tsx'

type DifferenceBarProps = { compared: Comparison; from: string; to: string; onGo: (by: 1 | -1) => void }

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** What is compared, how much differs, and a way from change to change. */
function DifferenceBar({ compared: { counts }, from, to, onGo }: DifferenceBarProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (event.key === 'j') onGo(1)
    if (event.key === 'k') onGo(-1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => counts[kind] > 0)
  return (
    <div className="absolute top-4 left-4 z-10 flex h-9 items-center gap-3 rounded-md border bg-card pr-1.5 pl-3 text-xs whitespace-nowrap shadow-sm">
      <span className="font-medium">
        {from} <ArrowRight size={11} aria-label={historyTexts.to} className="inline" /> {to}
      </span>
      {kinds.length === 0 && <span className="pr-2 text-fg-2">{historyTexts.same}</span>}
      {kinds.map((kind) => (
        <span key={kind} className="tnum inline-flex items-center gap-1 text-fg-2">
          <span aria-hidden>
            <ChangeMark kind={kind} />
          </span>
          {historyTexts[kind](counts[kind])}
        </span>
      ))}
      {kinds.length > 0 && (
        <span className="flex">
          <IconButton label={historyTexts.previous} kbd="K" icon={ChevronUp} onClick={() => onGo(-1)} />
          <IconButton label={historyTexts.next} kbd="J" icon={ChevronDown} onClick={() => onGo(1)} />
        </span>
      )}
    </div>
  )
}

type HistoryModeProps = {
  workflow: Workflow
  names: Names
  canEdit: boolean
  /** The builder asks before it gives up a draft. */
  onRestore: (number: number) => void
  onClose: () => void
}

const nameOf = (which: Which): string => (which === 'draft' ? historyTexts.draft : historyTexts.version(which))

/** The versions of a workflow, and on the canvas how one differs from another. */
export function HistoryMode({ workflow, names, canEdit, onRestore, onClose }: HistoryModeProps) {
  const history = useHistory(workflow, names)
  const { doc, compared, which, other } = history
  const [at, setAt] = useState<number>()
  const [whole, setWhole] = useState(false)
  const plain = useMemo(() => doc && drawingOf(doc, names), [doc, names])
  const shown = whole ? undefined : compared
  const drawing = shown?.drawing ?? plain
  const step = at === undefined ? undefined : shown?.changes[at]?.change.step
  const go = (by: number) => {
    const count = shown?.changes.length ?? 0
    if (count > 0) setAt((now) => (now === undefined ? (by > 0 ? 0 : count - 1) : (now + by + count) % count))
  }
  const choose = (next: Which) => {
    setAt(undefined)
    setWhole(false)
    history.choose(next)
  }
  const restorable = typeof which === 'number' && !(which === workflow.current_version && !workflow.draft)
  return (
    <div data-panels="beside" className="@container relative flex min-h-0 min-w-0 flex-1">
      <div className="relative flex min-w-0 flex-1">
        {drawing && (
          <FlowCanvas
            drawing={drawing}
            label={shown ? historyTexts.canvas : historyTexts.wholeCanvas}
            selected={step}
            revealed={step}
            {...(shown && { marks: shown.marks, lines: shown.lines })}
          >
            {shown && which !== undefined && other !== undefined && (
              <DifferenceBar compared={shown} from={nameOf(other)} to={nameOf(which)} onGo={go} />
            )}
          </FlowCanvas>
        )}
      </div>
      <Panel
        title={historyTexts.title}
        onClose={onClose}
        footer={
          canEdit &&
          restorable && (
            <div className="flex flex-1 items-center gap-2 pl-1">
              <span className="min-w-0 flex-1 text-xs text-fg-3">{historyTexts.stays}</span>
              <Button variant="primary" icon={RotateCcw} onClick={() => onRestore(which)}>
                {historyTexts.restore}
              </Button>
            </div>
          )
        }
      >
        <Versions
          workflow={workflow}
          history={history}
          whole={whole}
          at={at}
          onChoose={choose}
          onWhole={setWhole}
          onChange={setAt}
        />
      </Panel>
    </div>
  )
}
