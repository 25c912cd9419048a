import type { StepId } from '../plan.ts'

/** `n` is the rule's number in the list of validation rules. */
export type Problem = { n: number; code: string; step?: StepId }
