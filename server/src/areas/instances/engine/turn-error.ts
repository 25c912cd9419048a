import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { keepProblem } from './keep-problem.ts'

const MAX_TEXT = 500

/** A turn that cannot be played, whoever plays it: the plan, the document or the state does not allow it. */
export class TurnError extends AppError {
  override readonly name = 'TurnError'

  constructor(cause: unknown) {
    super(409, 'cannot_go_on', 'This instance cannot go on. It is marked as failed, and can be canceled.')
    this.cause = cause
  }

  /** What people are shown as the problem. */
  get problem(): string {
    return (this.cause instanceof Error ? this.cause.message : String(this.cause)).slice(0, MAX_TEXT)
  }
}

/** What is over soon, or was meant for whoever asked, says nothing about the instance. */
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
export async function orKeptTurnError<T>(tx: TenantTx, instanceId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await orTurnError(work)
  } catch (error) {
    if (error instanceof TurnError) tx.afterRollback((ctx) => keepProblem(ctx, tx.tenantId, instanceId, error))
    throw error
  }
}
