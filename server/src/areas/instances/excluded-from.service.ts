import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { readInstance } from './engine/instance.queries.ts'
import { loadRunning } from './engine/load-running.ts'
import { completedBy } from './engine/people.queries.ts'
import type { Ticket } from './engine/running.ts'
import { namedApprovers } from './engine/seats.ts'
import type { Version } from './engine/version.ts'

const exprsIn = ({ exprs }: Pick<Version, 'exprs'>, step: string | null) =>
  (step !== null && Object.hasOwn(exprs.steps, step) ? exprs.steps[step] : undefined) ?? {}

/** Whether nobody may approve their own work in this step, or in an approval of it. */
export function forbidsOwnWork(version: Pick<Version, 'doc' | 'exprs'>, step: string): boolean {
  if (version.doc.steps[step]?.type === 'approval') return !exprsIn(version, step).allow_self
  return Object.values(version.exprs.steps).some(({ covers, allow_self }) => covers?.includes(step) && !allow_self)
}

interface Approval {
  instance_id: string
  step: string | null
  started_by: string | null
}

/** The people who would judge their own work, unless the step allows that. They neither decide nor override. */
export async function excludedFrom(
  { db, tenantId }: ReadTx,
  version: Pick<Version, 'exprs'>,
  { instance_id, step, started_by }: Approval,
): Promise<ReadonlySet<string>> {
  const { allow_self, covers = [] } = exprsIn(version, step)
  if (allow_self) return new Set()
  return new Set([...(await completedBy(db, tenantId, instance_id, covers)), ...(started_by ? [started_by] : [])])
}

/** Those of the excluded whom the step names as approvers: they would have had a vote. */
export async function approversWithoutVote(
  tx: ReadTx,
  instanceId: string,
  ticket: Ticket,
  excluded: ReadonlySet<string>,
): Promise<string[]> {
  if (excluded.size === 0) return []
  const running = await loadRunning(tx, await readInstance(tx.db, tx.tenantId, instanceId))
  const named = await namedApprovers(running, Date.now(), ticket)
  return named.ok
    ? named.value.flatMap((seat) => ('member' in seat && excluded.has(seat.member) ? seat.member : []))
    : []
}
