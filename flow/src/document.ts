import type { Cancel, Order, Rule, StepId } from './plan.ts'

export type Route = { next: StepId[]; cancel?: Cancel } | { end: string }

type Base = {
  id: StepId
  next: StepId[]
  /** Targets of this step that lead back. */
  back?: StepId[]
  end_outcome?: string
}

export type Assignee =
  | { person: string }
  | { team: string; each?: true }
  | { role: string; each?: true }
  | { starter: true }
  | { expr: string }

export type Step = Base &
  (
    | { type: 'manual' }
    | { type: 'wait' }
    | { type: 'tool'; on_failure?: Route }
    | {
        type: 'approval'
        approvers: Assignee[]
        rule: Rule
        order: Order
        on_reject?: Route
        on_changes?: Route
      }
    | { type: 'condition'; branches: { when: string; next: StepId[] }[]; else: StepId[] }
  )

/** What the control flow of a workflow is made of. */
export type FlowDoc = { type: 'sequential' | 'parallel'; start_step: StepId; steps: Record<StepId, Step> }
