import { type State, statusOf } from '@throughline/flow/run'
import type { OutsideWork } from '@throughline/flow/run/outside-work'
import * as z from 'zod/mini'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { childKeyOf, effectKeyOf } from './address.ts'
import { findEffects } from './effects.queries.ts'
import type { InstanceRow } from './instance.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { childrenByKey } from './sync.queries.ts'
import { forgetProblem, putStatus } from './wants.queries.ts'

/**
 * Whether a call or child is wanted that has not begun. It may be what could not be done: the engine tries it again only
 * after an hour, and until then nothing but the problem says so.
 */
export async function hasUnbegunWork(
  { db, tenantId }: ReadTx,
  row: InstanceRow,
  { calls, children }: Pick<OutsideWork, 'calls' | 'children'>,
): Promise<boolean> {
  const childKeys = children.map((call) => childKeyOf(row, call))
  const started = await childrenByKey(db, tenantId, childKeys)
  if (childKeys.some((key) => !started.has(key))) return true
  const effectKeys = calls.map((call) => effectKeyOf(row, call))
  const effects = await findEffects(db, tenantId, effectKeys)
  return calls.some((call, n) => effects.get(effectKeys[n] ?? '')?.attempt !== call.attempt)
}

/** After a turn, which has put the status that follows from the state. */
export async function forgetSolvedProblem(tx: TenantTx, row: InstanceRow, work: OutsideWork): Promise<void> {
  if (await hasUnbegunWork(tx, row, work)) await putStatus(tx.db, tx.tenantId, row.id, 'failed')
  else await forgetProblem(tx.db, tx.tenantId, row.id)
}

/** Clears the problem and restores the status where the instance goes on without a turn. */
export async function clearProblem(tx: TenantTx, row: InstanceRow): Promise<void> {
  await forgetProblem(tx.db, tx.tenantId, row.id)
  if (row.problem === null) return
  await putStatus(tx.db, tx.tenantId, row.id, statusOf(z.parse(z.custom<State>(), row.state)))
  await publishTurnFrames(tx, row, { touched: [], moved: [] })
}
