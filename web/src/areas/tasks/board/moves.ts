import type { BoardColumn, Task, TaskRow } from '@throughline/contracts/tasks'
import { fateOfRetry } from '../parts/retry-fate.ts'
import { texts } from './board.texts.ts'

export type MoveAct = 'claim' | 'start' | 'release' | 'complete' | 'send' | 'pass' | 'retry'

export type Move =
  | { kind: 'here'; hint: string }
  | { kind: 'act'; act: MoveAct; hint: string; why: string }
  /** `open`: where in the task the thing can be done. */
  | { kind: 'refused'; hint: string; why: string; open?: 'form' | 'task' }

export type Viewer = { canWork: boolean }

/** What the whole task says beyond its row: which acts are open, and the labels of answers that are missing. */
export type WholeTask = Pick<Task, 'can' | 'blocked_by' | 'tool' | 'attempts' | 'reviewer_person'> & {
  missing: readonly string[]
}

const { refusals, acts } = texts

const refuse = (words: { hint: string; why: string }, open?: 'form' | 'task'): Move => ({
  kind: 'refused',
  ...words,
  ...(open && { open }),
})
const act = (name: MoveAct, why = name === 'send' ? '' : acts[name].why): Move => ({
  kind: 'act',
  act: name,
  hint: acts[name].hint,
  why,
})

type Named = { hint: string | ((name: string) => string); why: (name: string) => string }
const named = ({ hint, why }: Named, name: string) => ({
  hint: typeof hint === 'string' ? hint : hint(name),
  why: why(name),
})
const missing = (labels: readonly string[]) => ({
  hint: refusals.missing.hint(labels.length),
  why: refusals.missing.why(labels),
})

/** Failed ones stand with those that wait. */
export const columnOf = ({ status }: Pick<TaskRow, 'status'>): BoardColumn | undefined =>
  status === 'cancelled' ? undefined : status === 'failed' ? 'pending' : status

const nameOf = (person: TaskRow['assignee'], fallback: string | null) => person?.name ?? fallback ?? ''

/** Whether the viewer may take it: nobody has it, and it stands in no queue but theirs. */
export const isFree = ({ task_type, assignee, assigned_to, queue, mine }: TaskRow) =>
  task_type === 'manual' && assignee === null && assigned_to === null && (queue === null || mine === 'queue')

/** Why it is not the viewer's to do. */
function notMine({ assignee, assigned_to, queue }: TaskRow): Move {
  if (assignee ?? assigned_to) return refuse(named(refusals.theirs, nameOf(assignee, assigned_to)))
  return queue ? refuse(named(refusals.queued, queue.name)) : refuse(refusals.notNow, 'task')
}

function toProgress(task: TaskRow, known: WholeTask | undefined): Move {
  if (task.state === 'failed') return again(task, known)
  if (task.state === 'review') return reviewed(task) ?? refuse(refusals.giveBack, 'task')
  if (task.task_type === 'approval') return refuse(refusals.approvalStart, 'task')
  if (task.task_type === 'automated') return refuse(refusals.automation)
  if (isFree(task)) return act('claim')
  if (task.mine !== 'assignee') return notMine(task)
  return task.task_type === 'query' ? refuse(refusals.queryStart, 'task') : act('start')
}

function again(task: TaskRow, known: WholeTask | undefined): Move {
  if (task.task_type !== 'automated') return refuse(refusals.failed, 'task')
  if (known?.tool && fateOfRetry(known) === 'mayDouble') return refuse(refusals.twice, 'task')
  return act('retry')
}

/** Of what waits for a review: who else has it. */
const reviewed = (task: TaskRow): Move | undefined =>
  task.mine === 'reviewer' ? undefined : refuse(named(refusals.inReview, nameOf(task.reviewer_person, task.reviewer)))

function toPending(task: TaskRow): Move {
  if (task.state === 'review') return reviewed(task) ?? refuse(refusals.giveBack, 'task')
  if (task.task_type === 'automated') return refuse(refusals.automation)
  if (task.task_type === 'approval') return refuse(refusals.approvalStart, 'task')
  if (task.mine !== 'assignee') return notMine(task)
  return task.queue ? act('release') : refuse(refusals.noQueue)
}

/** Completing it, or sending it to whoever reviews it. */
function finish(task: TaskRow, column: 'review' | 'completed', known: WholeTask | undefined): Move {
  if (task.state === 'failed') return refuse(refusals.failed, 'task')
  if (task.task_type === 'automated') return refuse(refusals.automation)
  if (task.task_type === 'query')
    return column === 'review'
      ? refuse(refusals.noReviewer)
      : task.mine === 'assignee'
        ? refuse(refusals.answer, 'task')
        : notMine(task)
  if (task.task_type === 'approval')
    return task.mine === 'approver' ? refuse(refusals.decide, 'task') : refuse(refusals.decidedByOthers)
  if (task.mine !== 'assignee' && !isFree(task)) return notMine(task)
  const reviewer = task.reviewer_person ?? task.reviewer
  if (column === 'review' && !reviewer) return refuse(refusals.noReviewer, 'task')
  const name = nameOf(task.reviewer_person, task.reviewer)
  if (column === 'completed' && reviewer) return refuse(named(refusals.reviewFirst, name))
  if (known && known.missing.length > 0) return refuse(missing(known.missing), 'form')
  return column === 'review' ? act('send', acts.send.why(name)) : act('complete')
}

function toCompleted(task: TaskRow, known: WholeTask | undefined): Move {
  if (task.state === 'review') return reviewed(task) ?? act('pass')
  return finish(task, 'completed', known)
}

const ALLOWED: Record<MoveAct, keyof Task['can']> = {
  claim: 'claim',
  start: 'complete',
  release: 'release',
  complete: 'complete',
  send: 'complete',
  pass: 'review',
  retry: 'retry',
}

/** The whole task, as the server answers it, overrides what its row promised. */
function confirmed(move: Move, known: WholeTask | undefined): Move {
  if (move.kind !== 'act' || !known) return move
  const finishes = move.act === 'complete' || move.act === 'send' || move.act === 'pass'
  if (finishes && known.blocked_by) return refuse({ ...refusals.notNow, why: known.blocked_by }, 'task')
  return known.can[ALLOWED[move.act]] || (move.act === 'start' && known.blocked_by)
    ? move
    : refuse(refusals.notNow, 'task')
}

/**
 * What moving a task to a column of the board stands for, or why it stands for nothing. `known` comes a moment later
 * than the card; without it the row alone decides, and the server has the last word.
 */
export function moveOf(task: TaskRow, column: BoardColumn, viewer: Viewer, known?: WholeTask): Move {
  if (columnOf(task) === column) return { kind: 'here', hint: acts.here }
  if (!viewer.canWork) return refuse(refusals.looking)
  if (task.state === 'completed' || task.state === 'cancelled') return refuse(refusals.done)
  if (column === 'overdue') return refuse(refusals.overdue)
  if (task.status === 'overdue' && (column === 'pending' || column === 'in_progress'))
    return refuse(refusals.staysOverdue, 'task')
  if (column === 'pending') return confirmed(toPending(task), known)
  if (column === 'in_progress') return confirmed(toProgress(task, known), known)
  if (column === 'review')
    return task.state === 'review'
      ? refuse(refusals.staysOverdue, 'task')
      : confirmed(finish(task, 'review', known), known)
  return confirmed(toCompleted(task, known), known)
}
