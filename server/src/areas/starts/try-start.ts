import { isBusy, isDatabaseAway } from '../../core/db/busy.ts'
import { inSavepoint } from '../../core/db/in-savepoint.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import { lockPlan } from '../billing/billing.public.ts'
import { isPassing, LAPSED, RefusedStart, reasonFor, type StartReason } from './start-reasons.ts'
import { lockWorkflow } from './triggers.queries.ts'

/** What became of a start that no person makes. */
export type StartOutcome = { instanceId: string } | { reason: StartReason }

/** The same of one that was held, and of which workflow. */
export interface TriedStart {
  outcome: StartOutcome
  workflow: { id: string; visibility: string }
}

/** A workflow, as far as it says whether it can be started. */
interface StartedWorkflow {
  status: string
  current_version: number | null
  deleted_at: Date | null
}

/** The version that is started now; refused where the workflow cannot start at all. */
export function requireStartable({ status, current_version, deleted_at }: StartedWorkflow): number {
  if (deleted_at) throw new RefusedStart('gone')
  if (status === 'archived') throw new RefusedStart('archived')
  if (current_version === null) throw new RefusedStart('not_published')
  return current_version
}

/**
 * A temporary failure repeats the whole transaction; any other becomes the reason why this one start failed. One that nobody
 * foresaw is told to those who run this, since people only read that it failed.
 */
function reasonOf({ log }: TenantTx, error: unknown, about: Record<string, string>): StartReason {
  if (isBusy(error) || isDatabaseAway(error)) throw error
  if (error instanceof RefusedStart) return error.reason
  if (error instanceof AppError && error.code === 'archived') return reasonFor('archived')
  // The one place where a start that no person makes is held for want of runs, or of a subscription.
  if (error instanceof AppError && error.code === 'limit_reached') return reasonFor('limit')
  if (error instanceof AppError && error.code === 'subscription_required') return LAPSED
  log.error({ err: error, ...about }, 'a workflow could not be started')
  return reasonFor('failed')
}

/** Names a start in the log. */
type About = Record<string, string> & { workflow_id: string }

async function attempt(tx: TenantTx, about: About, start: (inner: TenantTx) => Promise<string>): Promise<StartOutcome> {
  try {
    return { instanceId: await inSavepoint(tx, start) }
  } catch (error) {
    return { reason: reasonOf(tx, error, about) }
  }
}

/**
 * The way of every start that no person makes: in a savepoint, so that one that cannot start keeps its reason and does not
 * affect what else its transaction holds.
 *
 * Whoever ends a passing cause, such as a payment, wakes what waits for it. So the start is tried once more under a lock on
 * what they change: either they have committed and it starts, or they wait for this commit and find what it left.
 */
export async function tryStart(
  tx: TenantTx,
  about: About,
  /** `current`: the workflow as it was locked, newer than what the caller has read. */
  start: (inner: TenantTx, current?: StartedWorkflow) => Promise<string>,
): Promise<StartOutcome> {
  const outcome = await attempt(tx, about, start)
  if ('instanceId' in outcome || !isPassing(outcome.reason)) return outcome
  const current = await lockWorkflow(tx.db, tx.tenantId, about.workflow_id)
  await lockPlan(tx)
  return attempt(tx, about, (inner) => start(inner, current))
}
