import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { excludedFrom, forbidsOwnWork, playAct, versionOf } from '../../instances/instances.public.ts'
import { findDetail, type SeatRow, seatsOfTask } from '../detail/detail.queries.ts'
import { seatFor } from '../detail/seat-for.ts'
import { outcomesIn } from '../detail/step-view.ts'
import { beginTaskAct, nameOf, notOpen, recordTaskAct } from '../task-act.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { beginTask } from '../task-write.queries.ts'
import { decideOnFiles } from '../tasks.ports.ts'
import { isSentBackTo, outcomeOf, putDecision } from './decisions.queries.ts'
import { requireUnblocked } from './require-assignable.ts'

export interface Decision {
  decision: 'approve' | 'reject' | 'changes'
  comment: string
  /** The files that were looked at. */
  files?: readonly { id: string; version_number: number; sha256: string }[] | undefined
}

const DONE = { approve: 'approved', reject: 'rejected', changes: 'asked for changes' }

/** Who decided it, where it is not open any more. */
async function requireUndecided(tx: TenantTx, task: LockedTask, seats: readonly SeatRow[]) {
  if (task.status === 'pending' || task.status === 'in_progress') return
  const last = seats.filter(({ at }) => at !== null).sort((one, other) => Number(other.at) - Number(one.at))[0]
  if (!last?.verdict) throw notOpen(task.status)
  throw conflict(
    'not_open',
    `This has already been decided: ${await nameOf(tx, last.decided_by)} ${DONE[last.verdict]}`,
  )
}

function notAsked(seats: readonly SeatRow[], viewer: Viewer, excluded: ReadonlySet<string>) {
  if (seats.some(({ decided_by }) => decided_by === viewer.memberId))
    return conflict('not_asked', 'You’ve already decided this')
  const own = seats.filter(({ theirs, verdict }) => theirs && verdict === null)
  if (own.some(({ asked }) => !asked)) return conflict('not_asked', 'It isn’t your turn yet')
  if (own.length > 0 && excluded.has(viewer.memberId)) return conflict('not_asked', 'You can’t approve your own work')
  return conflict('not_asked', 'You’re not an approver for this')
}

const OUTCOMES: Record<string, string> = {
  approved: 'Approved',
  rejected: 'Rejected',
  changes: 'Changes requested',
}

/** Whoever started it learns what the votes came to, in the words of the last. */
async function notifyStarter(tx: TenantTx, task: LockedTask, to: string | null, text: string) {
  const { id, instance_id, workflow_id, name } = task
  const outcome = to && (await outcomeOf(tx.db, tx.tenantId, id))
  if (!outcome || (await isSentBackTo(tx.db, tx.tenantId, task, to))) return
  const about = { task: id, instance: instance_id, workflow: workflow_id }
  const worded = `${OUTCOMES[outcome] ?? 'Decided'}: ${name}`
  tx.notify({ type: 'task_decided', because: 'starter', name: worded, text, to: [to], about })
}

/** One vote, in the seat that is the viewer's. What it comes to is the engine's to say. */
export async function decideByPerson(
  tx: TenantTx,
  viewer: Viewer,
  taskId: string,
  { decision, comment, files }: Decision,
) {
  const { db, tenantId } = tx
  const { memberId } = viewer
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.task_type !== 'approval') throw conflict('not_approval', 'This task has nothing to decide')
  if (decision !== 'approve' && comment === '') {
    throw invalid('Say why', [{ path: 'comment', message: 'required' }])
  }
  const seats = await seatsOfTask(db, tenantId, taskId, memberId)
  const repeated = seats.some(
    (seat) => seat.decided_by === memberId && seat.verdict === decision && seat.comment === comment,
  )
  const detail = await findDetail(db, tenantId, taskId, memberId)
  if (!detail) throw new Error('a task has its instance')
  const version = await versionOf(db, tenantId, task.workflow_id, detail.workflow_version)
  const excluded = await excludedFrom(tx, version, { ...task, started_by: detail.started_by })
  const seat = seatFor(seats, memberId, excluded)
  if (repeated && !seat) return
  await requireUndecided(tx, task, seats)
  if (!seat) throw notAsked(seats, viewer, excluded)
  if (decision === 'changes' && !outcomesIn(version, task.step).includes('changes')) {
    throw invalid('This approval has no step to return to. Approve or reject it.', [
      { path: 'decision', message: 'not_offered' },
    ])
  }
  await requireUnblocked(tx, task)
  await beginTask(db, tenantId, taskId)
  const asked = await putDecision(db, tenantId, { taskId, memberId, slot: seat.slot, verdict: decision, comment })
  const verdict = decision === 'approve' ? 'approve' : 'reject'
  const forbidsOwn = task.step !== null && forbidsOwnWork(version, task.step)
  const bound = await decideOnFiles.call(tx, { taskId, memberId, verdict, comment, forbidsOwn, files })
  await playAct(tx, task, { t: 'decision', slot: seat.slot, decision, by: memberId, asked })
  await notifyStarter(tx, task, detail.started_by, comment)
  await recordTaskAct(tx, 'decided', task, {
    decision,
    slot: seat.slot,
    ...(bound.length > 0 && { files: bound }),
  })
}
