import type { StepType } from '@throughline/contracts/workflows'
import { type Problem, type Repair, repair } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useMemo } from 'react'
import { texts } from '../builder.texts.ts'
import { editStep } from '../model/edit-step.ts'
import {
  addBranch,
  changeType,
  insertStep,
  moveStep,
  removeStep,
  type Spot,
  setTargets,
  spotAfter,
} from '../model/edits.ts'
import type { Change, DocStore } from '../model/store.ts'
import type { OutlineAct } from '../outline/outline.tsx'

export type Edits = ReturnType<typeof editsOf>

/** Everything that can be done to the document, each as one step of undo. `show` is the step to look at afterwards. */
function editsOf(store: DocStore, show: (step: StepId | undefined) => void) {
  const doc = () => store.get().doc
  const change = (next: { doc: FlowDoc; focus?: StepId }, { label, key }: Change, before?: StepId) => {
    store.change(next.doc, { label, key, focus: before ?? next.focus })
    if (next.focus !== undefined) show(next.focus)
  }
  const edits = {
    insert: (spot: Spot, type: StepType) =>
      change(insertStep(doc(), spot, type, Date.now()), { label: texts.did.added }),
    /** After the step that is open, or at the end of the way that is taken when all goes well. */
    add: (type: StepType, after: StepId | undefined) =>
      edits.insert(after === undefined ? { kind: 'start' } : spotAfter(doc(), after), type),
    branch: (of: StepId) => change(addBranch(doc(), of, Date.now()), { label: texts.did.branch }),
    remove: (id: StepId) => change(removeStep(doc(), id), { label: texts.did.removed }, id),
    move: (id: StepId, by: -1 | 1) => {
      const moved = moveStep(doc(), id, by)
      if (moved) change(moved, { label: texts.did.moved })
    },
    step: (before: Step, after: Step, what: string) =>
      change({ doc: editStep(doc(), before, after) }, { label: texts.did.step, key: `${after.id} ${what}` }, after.id),
    type: (id: StepId, type: StepType) => change({ doc: changeType(doc(), id, type) }, { label: texts.did.type }, id),
    targets: (id: StepId, outcome: string, targets: StepId[]) =>
      change({ doc: setTargets(doc(), id, outcome, targets) }, { label: texts.did.targets }, id),
    variables: (next: FlowDoc) => change({ doc: next }, { label: texts.did.variables, key: 'variables' }),
    json: (next: FlowDoc) => change({ doc: next }, { label: texts.did.json, key: 'json' }),
    settings: (next: FlowDoc) => change({ doc: next }, { label: texts.did.settings }),
    copilot: (next: FlowDoc) => change({ doc: next }, { label: texts.did.copilot }),
    repair: ({ step }: Problem, offer: Repair) =>
      change({ doc: repair(doc(), offer) }, { label: `${texts.did.repaired}: ${offer.label}` }, step),
    repairAll: (safe: readonly { repair: Repair }[]) =>
      change({ doc: safe.reduce((made, one) => repair(made, one.repair), doc()) }, { label: texts.did.repairedAll }),
    outline: (act: OutlineAct) => {
      switch (act.kind) {
        case 'add':
          return edits.insert(spotAfter(doc(), act.after), 'manual')
        case 'insert':
          return edits.insert(act.spot, 'manual')
        case 'branch':
          return edits.branch(act.of)
        case 'move':
          return edits.move(act.id, act.by)
        case 'remove':
          return edits.remove(act.id)
        case 'edit':
          return show(act.id)
      }
    },
    undo: () => {
      const focus = store.undo()
      if (focus !== undefined && Object.hasOwn(doc().steps, focus)) show(focus)
    },
    redo: () => {
      const focus = store.redo()
      if (focus !== undefined && Object.hasOwn(doc().steps, focus)) show(focus)
    },
  }
  return edits
}

export function useEdits(store: DocStore, show: (step: StepId | undefined) => void): Edits {
  return useMemo(() => editsOf(store, show), [store, show])
}
