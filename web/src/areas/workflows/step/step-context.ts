import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { createContext, useContext } from 'react'
import type { Drawing, Names } from '../model/drawing.ts'

/** The step that the panel shows, and what its parts may do with it. */
export type Editing = {
  doc: FlowDoc
  drawing: Drawing
  step: Step
  names: Names
  refs: WorkflowRefs
  problems: readonly Problem[]
  /** False: everything is shown as text. */
  editable: boolean
  change: (step: Step, what: string) => void
  setTargets: (outcome: string, targets: StepId[]) => void
  tellRefs: (refs: Partial<WorkflowRefs>) => void
  /** Absent until the workflow is saved for the first time. */
  workflowId: string | undefined
  /** Sends the draft, so that the server can test it; absent where nothing can be tested. */
  saveForTest: (() => Promise<string | undefined>) | undefined
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('This is a part of the step panel.')
  return editing
}

/** Whether values can be changed here; the form editor also stands outside the step panel. */
export const EditableContext = createContext(true)
export const useEditable = () => useContext(EditableContext)

export const ProblemsContext = createContext<readonly Problem[]>([])

/** Problems of one place; `deep` also of what lies within it. Errors first. */
export function useProblemsAt(path: string, deep = false): readonly Problem[] {
  const all = useContext(ProblemsContext)
  return all
    .filter((problem) => problem.path === path || (deep && problem.path.startsWith(`${path}/`)))
    .sort((a, b) => a.level.localeCompare(b.level))
}

/** Where a key of the step stands in the document. */
export const pathOf = (step: Step, ...keys: (string | number)[]): string => ['/steps', step.id, ...keys].join('/')

/** A copy with one key changed; without a value the key is gone. */
export function put<T extends object, K extends keyof T>(of: T, key: K, value: T[K]): T {
  const next = { ...of, [key]: value }
  if (value === undefined) Reflect.deleteProperty(next, key)
  return next
}

let acts = 0

/** Names a change that is one step of undo by itself; typing in one place keeps one name instead. */
export const act = (what: string): string => `${what}#${++acts}`
