import type { Edit } from '@throughline/contracts/workflow-edits'
import type { FlowDoc, Step } from '../document.ts'
import type { StepId } from '../plan.ts'
import { allTargets, mainOutcome, stepAt, targetsOf } from './targets.ts'

/** Edits that are taken or left together. */
interface ChangeOf {
  edits: readonly Edit[]
}

const addedBy = (edit: Edit): StepId[] => (edit.op === 'add_steps' ? edit.steps.map(({ id }) => id) : [])

function namedBy(edit: Edit): StepId[] {
  if (edit.op === 'add_steps') return [...(edit.after === null ? [] : [edit.after]), ...edit.steps.flatMap(allTargets)]
  if (edit.op === 'connect') return [edit.from, ...edit.to]
  if (edit.op === 'change_workflow') return []
  return edit.op === 'add_branch' ? [edit.step, ...(edit.to ?? [])] : [edit.step]
}

/** For each change the places of those that add a step which it speaks of: it cannot be taken without them. */
export function needsOf(changes: readonly ChangeOf[]): number[][] {
  const addedIn = new Map(changes.flatMap(({ edits }, n) => edits.flatMap(addedBy).map((id) => [id, n] as const)))
  return changes.map(({ edits }, n) => {
    const needed = edits.flatMap(namedBy).flatMap((id) => addedIn.get(id) ?? [])
    return [...new Set(needed)].filter((other) => other !== n).toSorted((a, b) => a - b)
  })
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const fieldOf = (step: Step | undefined, name: string) =>
  step?.type === 'manual' ? step.fields.find((one) => one.name === name) : undefined

const branchOf = (step: Step | undefined, n: number) => (step?.type === 'condition' ? step.branches[n] : undefined)

/** What an edit overwrites, as the document has it. */
function overwrittenBy(doc: FlowDoc, edit: Edit): unknown {
  if (edit.op === 'change_workflow') return Object.keys(edit.set).map((key) => Reflect.get(doc, key))
  if (edit.op === 'add_steps') return undefined
  const step = stepAt(doc, edit.op === 'connect' ? edit.from : edit.step)
  switch (edit.op) {
    case 'change_step':
      return Object.keys(edit.set).map((key) => (step ? Reflect.get(step, key) : undefined))
    case 'remove_step':
      return step
    case 'connect':
      return step && targetsOf(step, edit.outcome ?? mainOutcome(step))
    case 'set_field':
      return fieldOf(step, edit.field.name)
    case 'remove_field':
      return fieldOf(step, edit.name)
    case 'change_branch':
      return branchOf(step, edit.branch)
    case 'add_branch':
      break
  }
  return undefined
}

/** Whether what the edits overwrite was changed since they were made for `base`. */
export const isOvertaken = (base: FlowDoc, now: FlowDoc, edits: readonly Edit[]): boolean =>
  edits.some((edit) => !same(overwrittenBy(base, edit), overwrittenBy(now, edit)))
