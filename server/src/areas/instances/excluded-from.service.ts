import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { completedBy } from './engine/people.queries.ts'
import type { Version } from './engine/version.ts'

interface Approval {
  instance_id: string
  step: string | null
  started_by: string | null
}

/** The people who would judge their own work, unless the step allows that. They neither decide nor override. */
export async function excludedFrom(
  { db, tenantId }: ReadTx,
  { exprs }: Pick<Version, 'exprs'>,
  { instance_id, step, started_by }: Approval,
): Promise<ReadonlySet<string>> {
  const { allow_self, covers = [] } =
    (step !== null && Object.hasOwn(exprs.steps, step) ? exprs.steps[step] : undefined) ?? {}
  if (allow_self) return new Set()
  return new Set([...(await completedBy(db, tenantId, instance_id, covers)), ...(started_by ? [started_by] : [])])
}
