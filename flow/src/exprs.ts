import type { Template, Tree } from './eval/tree.ts'
import type { StepId } from './plan.ts'

/** Who is asked; only `expr` needs evaluating. */
export type Who =
  | { person: string }
  | { team: string; each?: true }
  | { role: string; each?: true }
  | { starter: true }
  | { expr: Tree }

export type DueExpr = { in: string; from?: 'open' | 'start' } | { date: Tree }
export type UntilExpr = { for: string } | { at: Tree }
export type AlarmExpr = { from: 'open' | 'due'; after: string; to?: Who }

/** What the turn evaluates for one step: when it opens, decides, calls or shows its form. */
export type StepExprs = {
  due?: DueExpr
  until?: UntilExpr
  assignee?: Who
  reviewer?: Who
  approvers?: Who[]
  /** Manual steps that this approval is about: whoever did one of them is not asked, unless that is allowed. */
  covers?: StepId[]
  allow_self?: true
  list?: Tree
  when?: Tree[]
  alarms?: AlarmExpr[]
  /** By JSON pointer into the step's `input`. */
  input?: Record<string, Template>
  /** By variable: whether the field is shown. */
  show?: Record<string, Tree>
}

/** Kept beside the plan and read by the turn's activity only. */
export type Exprs = { steps: Record<StepId, StepExprs>; due?: DueExpr; show?: Record<string, Tree> }
