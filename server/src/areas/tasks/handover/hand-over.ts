import { MemberId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import { sql } from 'kysely'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { excludedFrom, lockInstancesOf, publishTaskFrame, versionOf } from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { findDetail } from '../detail/detail.queries.ts'
import { findMember } from '../list/people.queries.ts'
import { type LockedTask, lockTask } from '../task-lock.queries.ts'
import { isOpen } from '../task-wire.ts'
import { putPart, putTask, type TaskChange } from '../task-write.queries.ts'
import { hasVoteIn, hiddenFromTeam, moveSeats, openTasksOfMember } from './open-work.queries.ts'

export interface Handover {
  from: string
  to: { member: string } | { team: string }
  /** Who decided so. */
  by: string
  /** Whether votes move, too. */
  approvals: boolean
}

const MAX_AT_ONCE = 200

/**
 * Somebody's own work goes on with the other; into a team's queue it goes as if nobody had begun it. A query is always
 * assigned to a person: to the one who hands the work over, if to nobody else.
 */
async function moveAssigned(tx: TenantTx, task: LockedTask, { from, to, by }: Handover, mayHave: boolean) {
  if (task.assigned_to !== from) return false
  const isQuery = task.task_type === 'query'
  const taker = 'member' in to && mayHave && to.member !== task.reviewer_id ? to.member : null
  const member = taker ?? (isQuery ? by : null)
  if (member === from) return false
  const change: TaskChange = { assigned_to: member }
  if ('team' in to && mayHave && !isQuery) Object.assign(change, { team_id: to.team, role_id: null })
  if (task.status === 'in_progress' && task.task_type !== 'automated') change.status = 'pending'
  await putTask(tx.db, tx.tenantId, task.id, change)
  await putPart(tx.db, tx.tenantId, task.id, 'assignee', member)
  return true
}

/**
 * A queue reviews nothing: whoever hands the work over looks at it themselves. Nobody looks at their own: where nobody
 * else is left, the work is with whoever did it again, to name a reviewer or to complete it.
 */
async function moveReview(tx: TenantTx, task: LockedTask, { from, to, by }: Handover, mayHave: boolean) {
  if (task.reviewer_id !== from) return false
  const asked = 'member' in to && mayHave ? [to.member, by] : [by]
  const member = asked.find((id) => id !== task.assigned_to) ?? null
  if (member === from) return false
  const back = member === null && task.status === 'review' && { status: 'in_progress', review_status: null }
  await putTask(tx.db, tx.tenantId, task.id, { reviewer_id: member, ...back })
  await putPart(tx.db, tx.tenantId, task.id, 'reviewer', member)
  return true
}

type Admits = (workflowId: string) => boolean

/** Whether the work of a workflow may go there. */
async function admissionOf(tx: TenantTx, to: Handover['to']): Promise<Admits> {
  if ('team' in to) {
    const hidden = new Set(await hiddenFromTeam(tx.db, tx.tenantId, to.team))
    return (workflowId) => !hidden.has(workflowId)
  }
  const member = await findMember(tx.db, tx.tenantId, to.member)
  if (!member) return () => false
  const scope = { memberId: MemberId.parse(member.id), user: { is_admin: isAdminRole(member.role) } }
  const visible = await visibleTo(tx, scope)
  return (workflowId) => visible.canSee(workflowId)
}

/** Those whose own work it is. */
async function ownersOf(tx: TenantTx, task: LockedTask, viewer: string): Promise<ReadonlySet<string>> {
  const detail = await findDetail(tx.db, tx.tenantId, task.id, viewer)
  if (!detail) throw new Error('a task has its instance')
  const version = await versionOf(tx.db, tx.tenantId, task.workflow_id, detail.workflow_version)
  return excludedFrom(tx, version, { ...task, started_by: detail.started_by })
}

/**
 * A seat that the other cannot take stays where it is and counts as open work of its holder until a manager overrides
 * the approval. It never goes to the person who hands the work over: that would let them appoint themselves.
 */
async function moveVotes(tx: TenantTx, task: LockedTask, { from, to, by, approvals }: Handover, mayHave: boolean) {
  if (task.task_type !== 'approval' || !approvals || !mayHave) return false
  const { db, tenantId } = tx
  if ('member' in to) {
    const owners = await ownersOf(tx, task, by)
    // With a vote there already they would have two.
    if (owners.has(to.member) || (await hasVoteIn(db, tenantId, task.id, to.member))) return false
  }
  return moveSeats(db, tenantId, task.id, from, to)
}

/** The next tasks of somebody who goes; what the other may not see goes back to its queue, or to nobody. */
export async function handBatch(tx: TenantTx, handover: Handover, after: string | undefined) {
  const { db, tenantId } = tx
  const ids = await openTasksOfMember(db, tenantId, handover.from, after, MAX_AT_ONCE)
  await lockInstancesOf(tx, ids)
  const admits = await admissionOf(tx, handover.to)
  let moved = 0
  for (const id of ids) {
    const task = await lockTask(db, tenantId, id, sql<boolean>`true`)
    if (!task || !isOpen(task.status)) continue
    const mayHave = admits(task.workflow_id)
    const parts = [
      await moveAssigned(tx, task, handover, mayHave),
      await moveReview(tx, task, handover, mayHave),
      await moveVotes(tx, task, handover, mayHave),
    ]
    if (!parts.includes(true)) continue
    moved += 1
    const { instance_id, workflow_id, narrowed } = task
    await publishTaskFrame(tx, 'task.changed', id, { id: instance_id, workflow_id, narrowed })
  }
  if (moved > 0) {
    const { from, to } = handover
    tx.audit({ act: 'member.work_handed_over', kind: 'member', id: from, data: { to, tasks: moved } })
  }
  return { moved, next: ids.length === MAX_AT_ONCE ? ids.at(-1) : undefined }
}
