import type { Plan } from '@throughline/flow/plan'
import type { Context } from '../../../core/context.ts'
import type { Address } from './address.ts'
import { commitTurn, type Turned, type TurnInput } from './commit-turn.ts'
import { readPlan } from './read-plan.ts'

export type { Address } from './address.ts'
export type { Told, TurnEvent } from './turn-event.ts'

export interface Call extends Address {
  step: string
  round: number
  item?: number
  attempt: number
  key: string
}

export interface CallResult {
  ok: boolean
  code?: string
  /** Of a call that is held back: after how many milliseconds it is to be made again. */
  again_in?: number
}

export interface RunInstanceParts {
  ctx: Context
  startChild: (call: Call) => Promise<void>
  stopChild: (ticket: Omit<Call, 'attempt' | 'key'>) => Promise<void>
}

/** As thin as routes: each calls what does the work. */
export const createRunInstanceActivities = ({ ctx, startChild, stopChild }: RunInstanceParts) => ({
  commitTurn: (input: TurnInput): Promise<Turned> => commitTurn(ctx, input),
  planOf: (address: Address): Promise<Plan> => readPlan(ctx, address),
  startChild,
  stopChild,
})

export type RunInstanceActivities = ReturnType<typeof createRunInstanceActivities>

/** Of a worker of their own. */
export interface CallActivities {
  callTool: (call: Call) => Promise<CallResult>
}
