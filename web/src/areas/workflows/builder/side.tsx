import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { Problem, Repair } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { useState } from 'react'
import { StartsPanel } from '../../starts/parts/starts-panel.tsx'
import { IssuesPanel } from '../issues/issues-panel.tsx'
import { asksToStore, StoreLiteral, useCanStore } from '../issues/store-literal.tsx'
import { StepPanel } from '../step/step-panel.tsx'
import { VariablesPanel } from '../variables/variables-panel.tsx'
import { type DocumentView, Following, Live } from './use-document.tsx'
import type { Edits } from './use-edits.ts'
import type { View } from './use-view.ts'

type SideProps = {
  shown: DocumentView
  view: View
  edits: Edits | undefined
  onRefs: (refs: Partial<WorkflowRefs>) => void
  onSaveForTest: () => Promise<string | undefined>
}

/** Back to where the panel was opened from. */
function focusStep(id: StepId) {
  const drawn = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)
  const listed = document.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')
  const place = drawn ?? listed
  place?.focus({ preventScroll: true })
}

/** Every problem. A value that is to become a secret is stored first, and then replaced by its name. */
function Issues({ shown, view, edits, onRefs }: SideProps) {
  const [literal, setLiteral] = useState<Problem>()
  const canStore = useCanStore()
  const repair = (problem: Problem, offer: Repair) => {
    if (!asksToStore(problem, canStore)) edits?.repair(problem, offer)
    else if (canStore) setLiteral(problem)
  }
  return (
    <>
      <IssuesPanel
        drawing={shown.drawing}
        problems={shown.problems}
        onJump={(id) => view.select(id)}
        onClose={() => view.show(undefined)}
        {...(edits && { onRepair: repair, onRepairAll: edits.repairAll })}
      />
      {edits && literal && (
        <StoreLiteral
          doc={shown.doc}
          problem={literal}
          onRepair={(problem, offer) => edits.repair(problem, offer)}
          onStored={(name) => onRefs({ secrets: [name] })}
          onClose={() => setLiteral(undefined)}
        />
      )}
    </>
  )
}

/** The panel beside canvas or outline. */
export function Side(props: SideProps) {
  const { shown, view, edits, onRefs, onSaveForTest } = props
  const { store, drawing, problems, names, state } = shown
  const { side, step } = view
  const close = () => view.show(undefined)
  if (side === 'issues') return <Issues {...props} />
  if (side === 'starts')
    return (
      shown.workflow && (
        <StartsPanel workflow={shown.workflow} start={view.start} onOpen={view.openStart} onClose={close} />
      )
    )
  if (side === 'variables')
    return (
      <Live store={store}>
        {(doc) => (
          <VariablesPanel
            doc={doc}
            drawing={drawing}
            onJump={(id) => view.select(id)}
            onClose={close}
            {...(edits && { onChange: edits.variables })}
          />
        )}
      </Live>
    )
  if (side !== 'step' || step === undefined || !Object.hasOwn(shown.doc.steps, step)) return null
  const changing = edits && {
    onStep: edits.step,
    onType: (type: Parameters<Edits['type']>[1]) => edits.type(step, type),
    onTargets: (outcome: string, targets: string[]) => edits.targets(step, outcome, targets),
    onAddAfter: () => edits.add('manual', step),
    ...(Object.keys(shown.doc.steps).length > 1 && { onDelete: () => edits.remove(step) }),
  }
  return (
    <Following store={store}>
      {(doc) => (
        <StepPanel
          doc={doc}
          drawing={drawing}
          id={step}
          problems={problems}
          names={names}
          refs={state.refs}
          workflowId={shown.workflow?.id}
          onRefs={onRefs}
          onSaveForTest={onSaveForTest}
          onClose={() => {
            view.select(undefined, 'step')
            setTimeout(() => focusStep(step))
          }}
          {...changing}
        />
      )}
    </Following>
  )
}
