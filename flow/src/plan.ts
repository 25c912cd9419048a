export type StepId = string
export type Rule = 'first' | 'all' | number
export type Order = 'at_once' | 'in_order'
export type Cancel = 'none' | 'siblings' | 'all'

/** One way to leave a step. `to` holds positions in `Plan.steps`; a return has exactly one. */
export type Out = {
  name: string
  to: number[]
  back: boolean
  cancel: Cancel
  /** The instance ends at once with this outcome. */
  end?: string
  /** What the instance ends as if this was the last branch to end. */
  outcome?: string
}

/** What an alarm does; when it goes off is worked out as the step opens. */
export type Alarm = { act: 'remind' } | { act: 'reassign' } | { act: 'finish'; outcome: 'approved' | 'rejected' }

type PlanBase = {
  id: StepId
  outs: Out[]
  /** Bitset of the positions that forward edges lead to from here, without this step. */
  reach: string
  /** Position of the nearest dominating step that forks, or −1. */
  fork: number
  alarms?: Alarm[]
  /** Runs once per item of a list. */
  each?: { order: Order; until: Rule }
}

/** `who` and `tool` say whether a run may go on under another version's settings. */
export type PlanStep = PlanBase &
  (
    | { type: 'approval'; rule: Rule; order: Order; who: string }
    | { type: 'tool'; tool: string }
    | { type: 'manual' | 'condition' | 'wait' | 'subworkflow' }
  )

/** `steps` are in topological order of the forward edges, ties by depth-first order. */
export type Plan = { v: 1; hash: string; type: 'sequential' | 'parallel'; start: number; steps: PlanStep[] }
