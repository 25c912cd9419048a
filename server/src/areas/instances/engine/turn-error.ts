import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { keepProblem } from './keep-problem.ts'

/** A turn that nobody can play: the plan, the document or the state does not allow it. */
export class TurnError extends AppError {
  override readonly name = 'TurnError'

  constructor(cause: unknown) {
    super(409, 'cannot_go_on', 'This instance can’t continue and is marked as failed. You can cancel it.')
    this.cause = cause
  }

  /** What people are shown. The cause is in our own words and may quote anything: it goes to the log alone. */
  readonly problem = 'Something in this version of the workflow can’t be run. You can cancel this instance.'
}

/** Temporary failures, and errors meant for the caller, say nothing about the instance. */
const asTurnError = (error: unknown): unknown =>
  error instanceof AppError || isBusy(error) || isDatabaseAway(error) ? error : new TurnError(error)

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
