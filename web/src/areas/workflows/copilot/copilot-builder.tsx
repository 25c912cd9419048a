import { type HistoryState, useRouter } from '@tanstack/react-router'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { ChevronDown, ChevronUp, Sparkles, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { preciseDuration } from '../../../shared/format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { layerIsOpen } from '../../../ui/key-target.ts'
import { hasMod } from '../../../ui/mod-key.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import { type Comparison, compare } from '../history/comparison.tsx'
import { historyTexts } from '../history/history.texts.ts'
import { drawingOf, type Names } from '../model/drawing.ts'
import { AskBox } from './ask-box.tsx'
import { Conversation } from './conversation.tsx'
import { texts } from './copilot.texts.ts'
import { DrafterLine } from './drafter-line.tsx'
import { standingOf } from './standing.ts'
import { type Instruction, type ProposalState, type SavedDraft, useProposal } from './use-proposal.ts'

type CopilotBuilderProps = {
  doc: FlowDoc
  names: Names
  onSave: () => Promise<SavedDraft | undefined>
  onRefs: (refs: Partial<WorkflowRefs>) => void
  /** Puts the changes into the draft, as one step of undo. */
  onApply: (doc: FlowDoc) => void
  onClose: () => void
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select') !== null

type Keys = { go: (by: 1 | -1) => void; apply: () => void; close: () => void }

/** J and K go from change to change, Space ticks where the focus is, and with ⌘ or Ctrl Enter takes what is ticked. Escape closes. */
function useProposalKeys({ go, apply, close }: Keys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !layerIsOpen()) close()
    if (event.key === 'Enter' && hasMod(event) && !isWriting(event.target)) apply()
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (event.key === 'j') go(1)
    if (event.key === 'k') go(-1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const everything = { authored: [], people: (id: string) => ({ name: id, photo: null }) }

/** What is ticked, drawn over the draft; and the whole proposal, for the words of the list. */
function useDrawings({ asked, standing }: ProposalState, doc: FlowDoc, names: Names) {
  const shown = useMemo(() => standing && compare(doc, standing.doc, { names, ...everything }), [standing, doc, names])
  const whole = useMemo(() => {
    if (!asked) return undefined
    const { base, proposal } = asked
    const all = standingOf(base, base, proposal.diff, new Set(proposal.diff.map(({ id }) => id)))
    return compare(base, all.doc, { names, ...everything })
  }, [asked, names])
  const plain = useMemo(() => drawingOf(doc, names), [doc, names])
  return { shown, whole, plain }
}

/** A change that was brought along is looked at like a proposal, for the draft as it is. */
const suggestion = ({ suggested }: HistoryState, base: FlowDoc): Instruction | undefined =>
  suggested && {
    query: suggested.title,
    base,
    proposal: {
      drafter: 'rules',
      model: null,
      note: null,
      took: null,
      base_version: 0,
      diff: [suggested.change],
      not_done: [],
      refs: { teams: [], people: [] },
      errors: 0,
      warnings: 0,
    },
  }

/** Copilot beside the canvas: an instruction becomes changes drawn on it, each taken or left. */
export function CopilotBuilder({ doc, names, onSave, onRefs, onApply, onClose }: CopilotBuilderProps) {
  const router = useRouter()
  const [initial] = useState(() => suggestion(router.state.location.state, doc))
  const state = useProposal({ now: doc, initial, onSave, onRefs })
  const { asked, waiting, standing } = state
  const { shown, whole, plain } = useDrawings(state, doc, names)
  const [at, setAt] = useState<number>()
  const panel = useRef<HTMLElement>(null)
  const diff = asked?.proposal.diff ?? []
  const count = standing?.taken.length ?? 0
  const go = (by: 1 | -1) => {
    if (diff.length === 0) return
    const next = at === undefined ? (by > 0 ? 0 : diff.length - 1) : (at + by + diff.length) % diff.length
    setAt(next)
    panel.current?.querySelector<HTMLElement>(`[data-change="${diff[next]?.id}"] input`)?.focus()
  }
  const apply = () => {
    if (!standing || count === 0) return
    onApply(standing.doc)
    state.forget()
  }
  const send = (query: string) => {
    setAt(undefined)
    void state.send(query)
  }
  useProposalKeys({ go, apply, close: onClose })
  const step = at === undefined ? undefined : diff[at]?.changes.find((one) => one.step !== undefined)?.step
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <div className="relative flex min-w-0 flex-1">
        <FlowCanvas
          drawing={shown?.drawing ?? plain}
          label={texts.canvas}
          selected={step}
          revealed={step}
          {...(shown && { marks: shown.marks, lines: shown.lines })}
        >
          {shown && diff.length > 0 && <ProposalBar marks={shown.marks} onGo={go} />}
        </FlowCanvas>
      </div>
      <aside
        ref={panel}
        aria-label={texts.title}
        className="flex w-[420px] shrink-0 flex-col border-l bg-surface max-[1100px]:w-[356px]"
      >
        <header className="flex h-12 shrink-0 items-center gap-2 border-b pr-2 pl-4">
          <Sparkles size={16} aria-hidden className="text-accent-text" />
          <h2 className="flex-1 text-sm font-medium tracking-normal">{texts.title}</h2>
          <Button size="sm" variant="ghost" onClick={state.forget}>
            {texts.fresh}
          </Button>
          <IconButton label={uiTexts.close} kbd="Escape" icon={X} onClick={onClose} />
        </header>
        <DrafterLine />
        <Conversation state={state} compared={whole} at={at} onAt={setAt} onSend={send} />
        {asked && diff.length > 0 && <ApplyBar asked={asked} count={count} onApply={apply} onDiscard={state.forget} />}
        <AskBox busy={waiting !== undefined} onSend={send} />
      </aside>
    </div>
  )
}

type ProposalBarProps = { marks: Comparison['marks']; onGo: (by: 1 | -1) => void }

function ProposalBar({ marks, onGo }: ProposalBarProps) {
  const states = [...marks.values()].map(({ state }) => state)
  const parts = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const count = states.filter((state) => state === kind).length
    return count > 0 ? [historyTexts[kind](count)] : []
  })
  return (
    <div className="absolute top-4 left-4 z-10 flex h-9 items-center gap-3 rounded-md border bg-card pr-1.5 pl-3 text-xs whitespace-nowrap shadow-sm">
      <span className="inline-flex items-center gap-1.5 font-medium">
        <Sparkles size={13} aria-hidden className="text-accent-text" />
        {texts.proposed}
      </span>
      <span className="tnum text-fg-2">{parts.length > 0 ? texts.onCanvas(parts.join(', ')) : historyTexts.same}</span>
      <span className="flex">
        <IconButton label={texts.previous} kbd="K" icon={ChevronUp} onClick={() => onGo(-1)} />
        <IconButton label={texts.next} kbd="J" icon={ChevronDown} onClick={() => onGo(1)} />
      </span>
    </div>
  )
}

type ApplyBarProps = {
  asked: NonNullable<ProposalState['asked']>
  count: number
  onApply: () => void
  onDiscard: () => void
}

function ApplyBar({ asked: { proposal }, count, onApply, onDiscard }: ApplyBarProps) {
  const { took, drafter, model } = proposal
  return (
    <div className="flex shrink-0 items-center gap-2 border-t px-3 py-2.5">
      <span className="flex-1 text-xs text-fg-3">
        {texts.undo}
        {drafter === 'model' && took !== null && texts.took(preciseDuration(took))}
        {model === null && texts.nothingSent}
      </span>
      <Button size="sm" onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button size="sm" variant="primary" disabled={count === 0} onClick={onApply}>
        {texts.apply(count)}
      </Button>
    </div>
  )
}
