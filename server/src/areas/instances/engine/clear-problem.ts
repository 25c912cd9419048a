import { type State, statusOf } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import type { InstanceRow } from './instance.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { forgetProblem, putStatus } from './wants.queries.ts'

/** Clears the problem and restores the status where the instance goes on without a turn. */
export async function clearProblem(tx: TenantTx, row: InstanceRow): Promise<void> {
  await forgetProblem(tx.db, tx.tenantId, row.id)
  if (row.problem === null) return
  await putStatus(tx.db, tx.tenantId, row.id, statusOf(z.parse(z.custom<State>(), row.state)))
  await publishTurnFrames(tx, row, { touched: [], moved: [] })
}
