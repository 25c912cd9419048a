import { ApplicationFailure } from '@temporalio/common'
import type { Call } from '@throughline/flow/run/types'
import type { Context } from '../../../core/context.ts'
import type { Address } from './address.ts'
import type { Synced } from './sync.ts'
import { syncInstance } from './sync.ts'
import { TurnError } from './turn-error.ts'

export type { Address } from './address.ts'
export type { Synced } from './sync.ts'

/** A call or child to be made; everything else is read from the database. */
export type CallInput = Address & Call

/** `alone`: nothing else was wanted or under way as it began, so that its end may be synced at once. */
export type ToolCall = CallInput & { alone?: boolean }

export interface ChildInput extends Address {
  childId: string
}

export interface KeepInstanceParts {
  ctx: Context
  startChild: (call: CallInput) => Promise<void>
  stopChild: (child: ChildInput) => Promise<void>
}

/** People are shown that the instance cannot go on; to ask every minute would not help it. */
export const restOnTurnError =
  <A, R>(act: (input: A) => Promise<R>) =>
  async (input: A): Promise<R> => {
    try {
      return await act(input)
    } catch (error) {
      if (!(error instanceof TurnError)) throw error
      throw ApplicationFailure.create({ message: error.problem, type: 'cannot_go_on', nextRetryDelay: '1 hour' })
    }
  }

/** As thin as routes: each calls what does the work. */
export const createKeepInstanceActivities = ({ ctx, startChild, stopChild }: KeepInstanceParts) => ({
  sync: (address: Address): Promise<Synced> => syncInstance(ctx, address),
  startChild: restOnTurnError(startChild),
  stopChild: restOnTurnError(stopChild),
})

export type KeepInstanceActivities = ReturnType<typeof createKeepInstanceActivities>

/** These run on a worker of their own. */
export interface CallActivities {
  /** Answers as `sync` does where it was alone and is at its end. */
  callTool: (call: ToolCall) => Promise<Synced | undefined>
}
