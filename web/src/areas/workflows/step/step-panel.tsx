import type { StepType, WorkflowRefs } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Plus, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing, Names } from '../model/drawing.ts'
import { KnownContext, useKnownAt } from './expressions/known.ts'
import { ApprovalOutput, ApprovalSection } from './kinds/approval-section.tsx'
import { ConditionSection } from './kinds/condition-section.tsx'
import { EachSection } from './kinds/each-section.tsx'
import { KnownHere } from './kinds/known-here.tsx'
import { ManualSection } from './kinds/manual-section.tsx'
import { SubworkflowSection } from './kinds/sub-section.tsx'
import { ToolRetry } from './kinds/tool-retry.tsx'
import { ToolSection } from './kinds/tool-section.tsx'
import { WaitSection } from './kinds/wait-section.tsx'
import { LeadsSection } from './leads/leads-section.tsx'
import { MoreSection } from './more-section.tsx'
import { texts } from './step.texts.ts'
import { EditableContext, type Editing, EditingContext, ProblemsContext, rebased } from './step-context.ts'
import { StepHead } from './step-head.tsx'
import { DueSection } from './times/due-section.tsx'
import { useLater } from './use-later.ts'

export type StepPanelProps = {
  doc: FlowDoc
  drawing: Drawing
  id: StepId
  problems: readonly Problem[]
  names: Names
  refs: WorkflowRefs
  /** Absent: the panel is read only. `what` merges typing into one step of undo. */
  onStep?: (step: Step, what: string) => void
  onType?: (type: StepType) => void
  onTargets?: (outcome: string, targets: StepId[]) => void
  onDelete?: () => void
  onAddAfter?: () => void
  /** People, teams and workflows that were picked, so that they can be called by name. */
  onRefs?: (refs: Partial<WorkflowRefs>) => void
  onClose: () => void
}

/** Everything about one step, beside canvas or outline. */
export function StepPanel(props: StepPanelProps) {
  const step = Object.hasOwn(props.doc.steps, props.id) ? props.doc.steps[props.id] : undefined
  // Nothing of one step, neither open parts nor half-typed text, is carried over to the next.
  return step && <Open key={props.id} {...props} step={step} />
}

function Open({ step, ...props }: StepPanelProps & { step: Step }) {
  const { doc, drawing, id, names, refs, problems: all, onStep, onTargets, onRefs } = props
  const known = useKnownAt(doc, id)
  const problems = useMemo(() => all.filter((problem) => problem.step === id), [all, id])
  const latest = useRef(step)
  useLayoutEffect(() => {
    latest.current = step
  }, [step])
  const editing = useMemo(
    (): Editing => ({
      doc,
      drawing,
      step,
      names,
      refs,
      problems,
      editable: onStep !== undefined,
      change: (next, what) => onStep?.(rebased(step, next, latest.current), what),
      setTargets: (outcome, targets) => onTargets?.(outcome, targets),
      tellRefs: (found) => onRefs?.(found),
    }),
    [doc, drawing, step, names, refs, problems, onStep, onTargets, onRefs],
  )
  const later = useLater(editing)
  const n = drawing.at(id)?.n
  return (
    <Panel
      title={n === undefined ? step.name : texts.step(n)}
      glyph={<StepGlyph type={step.type} size={24} />}
      onClose={props.onClose}
      actions={props.onDelete && <IconButton label={texts.deleteStep} kbd="⌫" icon={Trash2} onClick={props.onDelete} />}
      footer={
        <>
          <p className="flex min-w-0 flex-1 items-baseline gap-1.5 self-center text-xs text-fg-3">
            <span className="shrink-0">{texts.id}</span>
            <code translate="no" className="min-w-0 truncate font-mono">
              {id}
            </code>
          </p>
          {props.onAddAfter && (
            <Button icon={Plus} onClick={props.onAddAfter}>
              {texts.addAfter}
            </Button>
          )}
        </>
      }
    >
      <EditableContext value={editing.editable}>
        <KnownContext value={known}>
          <Within editing={editing}>
            <StepHead onType={props.onType} />
          </Within>
          {/* Apart, so that a letter typed above does not paint all of it again. */}
          <div className="isolate">
            <Within editing={later}>
              <Sections step={later.step} />
            </Within>
          </div>
        </KnownContext>
      </EditableContext>
    </Panel>
  )
}

function Within({ editing, children }: { editing: Editing; children: ReactNode }) {
  return (
    <EditingContext value={editing}>
      <ProblemsContext value={editing.problems}>{children}</ProblemsContext>
    </EditingContext>
  )
}

/** What a step of this type has, most used first. A step for each item begins with that. */
const Sections = memo(function Sections({ step }: { step: Step }) {
  const ends = step.next.length === 0 || step.end_outcome !== undefined
  const repeats = step.type !== 'condition' && step.type !== 'wait'
  return (
    <>
      {step.each && <EachSection />}
      <Kind step={step} />
      {(step.type !== 'condition' || ends) && <LeadsSection />}
      {step.type === 'tool' && <ToolRetry step={step} />}
      {repeats && <DueSection />}
      {step.type === 'approval' && <ApprovalOutput step={step} />}
      {repeats && !step.each && <EachSection />}
      {repeats && <MoreSection />}
    </>
  )
})

function Kind({ step }: { step: Step }): ReactNode {
  if (step.type === 'manual') return <ManualSection step={step} />
  if (step.type === 'tool') return <ToolSection step={step} />
  if (step.type === 'approval') return <ApprovalSection step={step} />
  if (step.type === 'wait') return <WaitSection step={step} />
  if (step.type === 'subworkflow') return <SubworkflowSection step={step} />
  return (
    <>
      <ConditionSection step={step} />
      <KnownHere />
    </>
  )
}
