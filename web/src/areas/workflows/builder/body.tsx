import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { StepId } from '@throughline/flow/plan'
import { lazy, Suspense } from 'react'
import { texts } from '../builder.texts.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import { FindStep } from '../find/find-step.tsx'
import { Outline } from '../outline/outline.tsx'
import { Dock } from './dock.tsx'
import { IssueChip } from './issue-chip.tsx'
import { Side } from './side.tsx'
import { BuilderLoading, NoSteps } from './states.tsx'
import { type DocumentView, Live } from './use-document.tsx'
import type { Edits } from './use-edits.ts'
import type { View } from './use-view.ts'
import { useWayBack } from './use-way-back.ts'

const JsonView = lazy(() => import('../json/json-view.tsx').then((module) => ({ default: module.JsonView })))
const TryIt = lazy(() => import('../try/try-it.tsx').then((module) => ({ default: module.TryIt })))
const HistoryMode = lazy(() =>
  import('../history/history-mode.tsx').then((module) => ({ default: module.HistoryMode })),
)

type BodyProps = {
  shown: DocumentView
  view: View
  /** Absent: only looked at. */
  edits: Edits | undefined
  mayEdit: boolean
  onRefs: (refs: Partial<WorkflowRefs>) => void
  onJsonValid: (valid: boolean) => void
  onRestore: (number: number) => void
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
      ) : (
        <Steps {...props} />
      )}
    </Suspense>
  )
}

/** Canvas or outline, with the panel beside it. */
function Steps(props: BodyProps) {
  const { shown, view, edits } = props
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
  const find = view.finding && (
    <FindStep drawing={drawing} onJump={(id) => view.select(id)} onClose={() => view.find(false)} />
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
            <Outline
              drawing={drawing}
              problems={problems}
              selected={view.step}
              label={texts.outlineOf(label)}
              onSelect={edits ? (id) => view.select(id) : view.open}
              {...(edits && { onAct: edits.outline })}
            />
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
      <Side {...props} />
    </div>
  )
}

const lastOf = (steps: readonly { id: StepId }[]): StepId | undefined => steps.at(-1)?.id
