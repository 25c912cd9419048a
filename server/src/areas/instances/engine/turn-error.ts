import { isBusy, isDatabaseAway, isTooSlow } from '../../../core/db/busy.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { keepProblem } from './keep-problem.ts'

const CANNOT_RUN = 'Something in this version of the workflow can’t be run. You can cancel this instance.'

const TOO_SLOW = 'Continuing this instance is taking too long. We retry every hour, or you can cancel it.'

/** A turn that nobody can play: the plan, the document or the state does not allow it. */
export class TurnError extends AppError {
  override readonly name = 'TurnError'
  /** What people are shown. The cause is in our own words and may quote anything: it goes to the log alone. */
  readonly problem: string

  constructor(cause: unknown, problem = CANNOT_RUN) {
    super(409, 'cannot_go_on', 'This instance can’t continue and is marked as failed. You can cancel it.')
    this.cause = cause
    this.problem = problem
  }
}

/** Temporary failures, and errors meant for the caller, say nothing about the instance. */
const asTurnError = (error: unknown): unknown =>
  error instanceof AppError || isBusy(error) || isDatabaseAway(error) ? error : new TurnError(error)

const MAX_TRIES = 5
/** Of a busy database as well: it gets more time to recover. */
const MAX_SLOW_TRIES = 20

/** What does not pass by itself, and after how many tries people are shown so; undefined where waiting helps. */
export function lastingOf(error: unknown): { error: TurnError; tries: number } | undefined {
  if (error instanceof TurnError) return { error, tries: MAX_TRIES }
  return isTooSlow(error) ? { error: new TurnError(error, TOO_SLOW), tries: MAX_SLOW_TRIES } : undefined
}

export async function orTurnError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asTurnError(error)
  }
}

/** The same, and people are shown so once the transaction is rolled back. */
export async function orRecordedTurnError<T>(tx: TenantTx, instanceId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await orTurnError(work)
  } catch (error) {
    if (error instanceof TurnError) tx.afterRollback((ctx) => keepProblem(ctx, tx.tenantId, instanceId, error))
    throw error
  }
}
