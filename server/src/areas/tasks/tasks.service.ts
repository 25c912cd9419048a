import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { taskPages } from './list/task-rows.queries.ts'
import { scanNewest } from './list/task-scan.ts'
import { type TaskRowWire, taskOnWire } from './task-wire.ts'

/** The newest tasks of an instance that the viewer was found to see, in the order in which they came. */
export async function tasksOfInstance(
  { db, tenantId }: ReadTx,
  viewer: Pick<Viewer, 'memberId'>,
  instanceId: string,
  most = 200,
): Promise<TaskRowWire[]> {
  const [page] = await taskPages(db, tenantId, viewer.memberId, [scanNewest(tenantId, instanceId, most)], most)
  return (page?.rows ?? []).map((row) => taskOnWire(tenantId, row)).toReversed()
}
