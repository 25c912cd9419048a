import type { StepType, WorkflowRefs } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { Plus, Trash2 } from 'lucide-react'
import {
  type FocusEvent,
  memo,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { ExpressionScopeContext } from '../../../shared/expressions/scope.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DELETE_KEY } from '../../../ui/platform-keys.ts'
import { StepGlyph } from '../canvas/step-kinds.tsx'
import type { Drawing, Names } from '../model/drawing.ts'
import { useExpressionScopeAt } from './expressions/expression-scope.ts'
import { ApprovalOutput, ApprovalSection } from './kinds/approval-section.tsx'
import { ConditionSection, ScopeVariables } from './kinds/condition-section.tsx'
import { EachSection } from './kinds/each-section.tsx'
import { ManualSection } from './kinds/manual-section.tsx'
import { SubworkflowSection } from './kinds/sub-section.tsx'
import { ToolRetry, ToolSection } from './kinds/tool-section.tsx'
import { WaitSection } from './kinds/wait-section.tsx'
import { TargetLine } from './leads/target-line.tsx'
import { Group } from './parts/group.tsx'
import { PickLine } from './parts/pick-line.tsx'
import { TextLine } from './parts/text-line.tsx'
import { texts as stepTexts } from './step.texts.ts'
import {
  act,
  EditableContext,
  type Editing,
  EditingContext,
  ProblemsContext,
  pathOf,
  put,
  useEditing,
} from './step-context.ts'
import { StepHead } from './step-head.tsx'
import { DueSection } from './times/due-section.tsx'

const texts = stepTexts.more

const PAUSE = 250

/** Keys of a step that nothing but the head of the panel shows. */
const HEAD_KEYS = new Set(['name', 'description'])

const sameBut = (one: object, other: object, left: (key: string) => boolean) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => left(key) || Reflect.get(one, key) === Reflect.get(other, key),
  )

/** Whether the one became the other by nothing but typing in the head. */
function differsInHead(one: Editing, other: Editing): boolean {
  const { id } = one.step
  return (
    one.drawing === other.drawing &&
    one.problems === other.problems &&
    one.names === other.names &&
    one.refs === other.refs &&
    one.editable === other.editable &&
    sameBut(one.step, other.step, (key) => HEAD_KEYS.has(key)) &&
    sameBut(one.doc, other.doc, (key) => key === 'steps') &&
    sameBut(one.doc.steps, other.doc.steps, (key) => key === id)
  )
}

/** Typing shows in its own box at once; sections follow when there is time, or once typing pauses if they do not show it. */
function useDeferredEditing(editing: Editing): Editing {
  const [settled, settle] = useState(editing)
  const waits = differsInHead(settled, editing)
  useEffect(() => {
    const due = setTimeout(() => startTransition(() => settle(editing)), waits ? PAUSE : 0)
    return () => clearTimeout(due)
  }, [editing, waits])
  return useDeferredValue(waits ? settled : editing)
}

/** What few steps need. */
function MoreSection() {
  const { step, change } = useEditing()
  return (
    <Group
      title={texts.title}
      closed={step.instructions === undefined && step.priority === undefined}
      holds={[pathOf(step, 'instructions'), pathOf(step, 'priority')]}
    >
      {(step.type === 'manual' || step.type === 'approval') && (
        <TextLine
          rows={3}
          label={stepTexts.instructions}
          hint={stepTexts.instructionsHint}
          value={step.instructions ?? ''}
          onChange={(text) => change(put(step, 'instructions', text === '' ? undefined : text), 'instructions')}
        />
      )}
      <PickLine
        label={texts.priority}
        value={step.priority ?? 'none'}
        items={(['none', 'low', 'medium', 'high', 'urgent'] as const).map((value) => ({
          value,
          label: texts.priorities[value],
        }))}
        onChange={(level) => change(put(step, 'priority', level === 'none' ? undefined : level), act('priority'))}
      />
    </Group>
  )
}

type StepPanelProps = {
  doc: FlowDoc
  drawing: Drawing
  id: StepId
  problems: readonly Problem[]
  names: Names
  refs: WorkflowRefs
  /** Absent: the panel is read only. `before` is what the change was made of, `what` merges typing into one step of undo. */
  onStep?: (before: Step, after: Step, what: string) => void
  onType?: (type: StepType) => void
  onTargets?: (outcome: string, targets: StepId[]) => void
  onDelete?: () => void
  onAddAfter?: () => void
  /** People, teams and workflows that were picked, so that they can be called by name. */
  onRefs?: (refs: Partial<WorkflowRefs>) => void
  /** Absent until it is saved for the first time. */
  workflowId?: string | undefined
  /** Sends the draft and answers under which id; undefined where it could not be sent. */
  onSaveForTest?: () => Promise<string | undefined>
  onClose: () => void
}

const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"])'

/** What is typed into a box with the focus is typed in sight, whatever moved the box away. */
function bringIntoSight({ target }: FocusEvent) {
  if (target.matches(TYPED)) target.scrollIntoView?.({ block: 'nearest' })
}

/** Everything about one step, beside canvas or outline. */
export function StepPanel(props: StepPanelProps) {
  const step = Object.hasOwn(props.doc.steps, props.id) ? props.doc.steps[props.id] : undefined
  // Nothing of one step, neither open parts nor half-typed text, is carried over to the next.
  return step && <Open key={props.id} {...props} step={step} />
}

function Open({ step, ...props }: StepPanelProps & { step: Step }) {
  const { doc, drawing, id, names, refs, problems: all, workflowId, onStep, onTargets, onRefs, onSaveForTest } = props
  const scope = useExpressionScopeAt(doc, id)
  const problems = useMemo(() => all.filter((problem) => problem.step === id), [all, id])
  const editing = useMemo(
    (): Editing => ({
      doc,
      drawing,
      step,
      names,
      refs,
      problems,
      editable: onStep !== undefined,
      change: (next, what) => onStep?.(step, next, what),
      setTargets: (outcome, targets) => onTargets?.(outcome, targets),
      tellRefs: (found) => onRefs?.(found),
      workflowId,
      saveForTest: onStep && onSaveForTest,
    }),
    [doc, drawing, step, names, refs, problems, workflowId, onStep, onTargets, onRefs, onSaveForTest],
  )
  const later = useDeferredEditing(editing)
  const n = drawing.at(id)?.n
  return (
    <Panel
      title={n === undefined ? step.name : stepTexts.step(n)}
      glyph={<StepGlyph type={step.type} size={24} />}
      onClose={props.onClose}
      actions={
        props.onDelete && (
          <IconButton label={stepTexts.deleteStep} kbd={DELETE_KEY} icon={Trash2} onClick={props.onDelete} />
        )
      }
      footer={
        <>
          <p className="flex min-w-0 flex-1 items-baseline gap-1.5 self-center text-xs text-fg-3">
            <span className="shrink-0">{stepTexts.id}</span>
            <code translate="no" className="min-w-0 truncate font-mono">
              {id}
            </code>
          </p>
          {props.onAddAfter && (
            <Button icon={Plus} onClick={props.onAddAfter}>
              {stepTexts.addAfter}
            </Button>
          )}
        </>
      }
    >
      <EditableContext value={editing.editable}>
        <ExpressionScopeContext value={scope}>
          <div onFocus={bringIntoSight} className="[&_:is(input,textarea)]:scroll-my-8">
            <Within editing={editing}>
              <StepHead onType={props.onType} />
            </Within>
            {/* Apart, so that a letter typed above does not paint all of it again. */}
            <div className="isolate">
              <Within editing={later}>
                <Sections step={later.step} />
              </Within>
            </div>
          </div>
        </ExpressionScopeContext>
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
      <ScopeVariables />
    </>
  )
}

/** Where the step leads when all goes well, and the outcome of an instance that ends here. */
function LeadsSection() {
  const { step, change } = useEditing()
  const outcome = step.type === 'approval' ? 'approved' : 'done'
  const path = pathOf(step, 'next')
  return (
    <Group title={stepTexts.leads.title} holds={[path, pathOf(step, 'end_outcome')]}>
      {step.type !== 'condition' && (
        <TargetLine outcome={outcome} label={stepTexts.leads.next} targets={step.next} path={path} />
      )}
      {(step.next.length === 0 || step.end_outcome !== undefined) && (
        <TextLine
          label={stepTexts.leads.endOutcome}
          hint={stepTexts.leads.endOutcomeHint}
          placeholder={stepTexts.leads.endPlaceholder}
          value={step.end_outcome ?? ''}
          onChange={(text) => change(put(step, 'end_outcome', text.trim() === '' ? undefined : text), 'end_outcome')}
          path={pathOf(step, 'end_outcome')}
        />
      )}
    </Group>
  )
}
