import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { TriangleAlert } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { isTyping, layerIsOpen } from '../../../ui/key-target.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { texts } from '../builder.texts.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import type { SavedDraft } from '../copilot/use-proposal.ts'
import { Dock } from './dock.tsx'
import { BuilderLoading, NoSteps } from './states.tsx'
import { type DocumentView, Live } from './use-document.tsx'
import type { Edits } from './use-edits.ts'
import type { LateParts } from './use-late-parts.ts'
import type { View } from './use-view.ts'

const JsonView = lazyPart(
  () => import('../json/json-view.tsx'),
  (module) => module.JsonView,
)
const TryIt = lazyPart(
  () => import('../try/try-it.tsx'),
  (module) => module.TryIt,
)
const HistoryMode = lazyPart(
  () => import('../history/history-mode.tsx'),
  (module) => module.HistoryMode,
)

const CopilotBuilder = lazyPart(
  () => import('../copilot/copilot-builder.tsx'),
  (module) => module.CopilotBuilder,
)

type BodyProps = {
  shown: DocumentView
  view: View
  /** Absent: only looked at. */
  edits: Edits | undefined
  /** Absent until they are fetched. */
  late: LateParts | undefined
  mayEdit: boolean
  onRefs: (refs: Partial<WorkflowRefs>) => void
  onSaveForTest: () => Promise<string | undefined>
  onJsonValid: (valid: boolean) => void
  onRestore: (number: number) => void
  onSaveForCopilot: () => Promise<SavedDraft | undefined>
  onProposal: (doc: FlowDoc) => void
}

/** Past this many steps the canvas shows where one is. */
const LARGE = 20

/** The workflow itself, in the mode that is chosen. */
export function Body(props: BodyProps) {
  const { shown, view } = props
  const { store, drawing, problems, workflow, names } = shown
  const { edits } = props
  const back = () => view.setMode('visual')
  return (
    <Suspense fallback={<BuilderLoading />}>
      {view.mode === 'json' ? (
        <Live store={store}>
          {(doc) => (
            <JsonView
              doc={doc}
              problems={problems}
              drawing={drawing}
              selected={view.step}
              onValid={props.onJsonValid}
              {...(edits && { onChange: edits.json })}
            />
          )}
        </Live>
      ) : view.mode === 'try' ? (
        <TryIt doc={drawing.doc} drawing={drawing} onClose={back} />
      ) : view.mode === 'history' && workflow ? (
        <HistoryMode
          workflow={workflow}
          names={names}
          canEdit={props.mayEdit}
          onRestore={props.onRestore}
          onClose={back}
        />
      ) : view.mode === 'copilot' && workflow && props.mayEdit ? (
        <CopilotBuilder
          doc={shown.doc}
          names={names}
          onSave={props.onSaveForCopilot}
          onRefs={props.onRefs}
          onApply={props.onProposal}
          onClose={back}
        />
      ) : (
        <Steps {...props} />
      )}
    </Suspense>
  )
}

/** Canvas or outline, with the panel beside it. */
function Steps(props: BodyProps) {
  const { shown, view, edits, late } = props
  const { drawing, doc, problems } = shown
  const outline = view.mode === 'outline'
  const steps = useWayBack(view)
  const count = Object.keys(doc.steps).length
  const tools = (
    <Dock
      bar={outline}
      undo={shown.undo}
      redo={shown.redo}
      edits={edits && { ...edits, add: (type) => edits.add(type, view.step ?? lastOf(drawing.steps)) }}
      onVariables={() => view.show(view.side === 'variables' ? undefined : 'variables')}
      onStarts={shown.workflow && (() => view.show(view.side === 'starts' ? undefined : 'starts'))}
      onFind={() => view.find(true)}
    />
  )
  const chip = (
    <IssueChip
      problems={problems}
      open={view.side === 'issues'}
      onToggle={() => view.show(view.side === 'issues' ? undefined : 'issues')}
    />
  )
  const find = view.finding && late && (
    <late.FindStep drawing={drawing} onJump={(id) => view.select(id)} onClose={() => view.find(false)} />
  )
  const label = doc.name || texts.newName
  if (count === 0) return <NoSteps onAdd={edits && ((type) => edits.add(type, undefined))} />
  return (
    // The panel is a layer of its own: a letter typed in it does not put the picture of the canvas together again.
    <div
      ref={steps}
      data-panels="beside"
      className="@container relative flex min-h-0 flex-1 [&>aside]:will-change-transform"
    >
      {outline ? (
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
            {tools}
            <span className="flex-1" />
            {chip}
          </div>
          <div className="relative flex min-h-0 flex-1 flex-col">
            {find}
            <LateOutline {...props} label={texts.outlineOf(label)} />
          </div>
        </div>
      ) : (
        <div className="@container/canvas relative flex min-w-0 flex-1">
          <FlowCanvas
            drawing={drawing}
            problems={problems}
            selected={view.step}
            revealed={view.step}
            label={texts.canvas(label)}
            minimap={count > LARGE}
            tools
            onSelect={view.open}
            {...(edits && { onInsert: edits.insert })}
          >
            <div className="absolute top-4 left-4 z-10">{chip}</div>
            {find}
            {/* On a narrow canvas it stands beside the zoom. */}
            <div className="pointer-events-none absolute inset-x-4 bottom-4 z-10 flex justify-center *:pointer-events-auto @max-[760px]/canvas:justify-start @max-[760px]/canvas:pl-42">
              {tools}
            </div>
          </FlowCanvas>
        </div>
      )}
      {late && <late.Side {...props} />}
    </div>
  )
}

function LateOutline({ shown, view, edits, late, label }: BodyProps & { label: string }) {
  if (!late) return <BuilderLoading />
  return (
    <late.Outline
      drawing={shown.drawing}
      problems={shown.problems}
      selected={view.step}
      label={label}
      onSelect={edits ? (id) => view.select(id) : view.open}
      {...(edits && { onAct: edits.outline })}
    />
  )
}

const lastOf = (steps: readonly { id: StepId }[]): StepId | undefined => steps.at(-1)?.id

/**
 * From the panel back to its step: Escape leaves also from a box of the panel, and a person who was in a panel that closes
 * goes on at the step. Answers the ref of what holds canvas or outline.
 */
function useWayBack({ side, step, show }: View) {
  const steps = useRef<HTMLDivElement>(null)
  const before = useRef({ side, step })

  useEffect(() => {
    const { side: closed, step: last } = before.current
    before.current = { side, step: step ?? last }
    if (closed === undefined || side !== undefined || document.activeElement !== document.body) return
    const card = last === undefined ? '' : `, [data-step="${CSS.escape(last)}"]`
    steps.current?.querySelector<HTMLElement>(`[role="treeitem"][tabindex="0"]${card}`)?.focus()
  }, [side, step])

  const leave = useEffectEvent(() => show(undefined))
  useEffect(() => {
    // A list that Escape closes is closed already when the key arrives here.
    let listOpen = false
    const look = ({ target }: KeyboardEvent) => {
      listOpen = target instanceof HTMLElement && target.ariaExpanded === 'true'
    }
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || listOpen || layerIsOpen()) return
      if (isTyping(target) && target.closest('aside') && steps.current?.contains(target)) leave()
    }
    addEventListener('keydown', look, true)
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', look, true)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return steps
}

type IssueChipProps = { problems: readonly Problem[]; open: boolean; onToggle: () => void }

function IssueChip({ problems, open, onToggle }: IssueChipProps) {
  const errors = problems.filter(({ level }) => level === 'E').length
  const warnings = problems.length - errors
  if (problems.length === 0) return null
  const mark = <TriangleAlert size={12} strokeWidth={2.2} aria-hidden />
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className={cn(
        'flex h-7 items-center gap-2.5 rounded-md border bg-card px-2.5 text-xs font-medium shadow-sm hover:bg-surface-2',
        open && 'border-accent',
      )}
    >
      {errors > 0 && (
        <span className="inline-flex items-center gap-1 text-danger-fg">
          {mark}
          {texts.errors(errors)}
        </span>
      )}
      {warnings > 0 && (
        <span className="inline-flex items-center gap-1 text-warning-fg">
          {mark}
          {texts.warnings(warnings)}
        </span>
      )}
    </button>
  )
}
