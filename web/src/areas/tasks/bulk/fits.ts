import type { TaskRow } from '@throughline/contracts/tasks'
import { isFree } from '../board/moves.ts'
import type { BulkAct } from '../task-acts.api.ts'

export type ActName = BulkAct['act']

/** In the order they are offered. */
const ACTS = [
  'claim',
  'release',
  'assign',
  'priority',
  'due',
  'complete',
  'approve',
  'retry',
] as const satisfies readonly ActName[]

const isOpen = ({ state }: TaskRow) => state !== 'completed' && state !== 'cancelled'
const isStarted = ({ state }: TaskRow) => state === 'pending' || state === 'in_progress'

const fit: Record<ActName, (task: TaskRow) => boolean> = {
  claim: (task) => isStarted(task) && isFree(task),
  release: (task) => isStarted(task) && task.queue !== null && task.mine === 'assignee',
  assign: (task) => isOpen(task) && task.task_type === 'manual',
  priority: isOpen,
  due: isOpen,
  complete: (task) => isStarted(task) && task.task_type === 'manual' && (task.mine === 'assignee' || isFree(task)),
  approve: (task) => isStarted(task) && task.task_type === 'approval' && task.mine === 'approver',
  retry: ({ state }) => state === 'failed',
}

/** Whether an act can do something to at least one of them; the server answers for each. */
export const fitsAny = (act: ActName, tasks: readonly TaskRow[]): boolean => tasks.some(fit[act])

/** Acts for few are offered only where they fit, so that the bar stays short. */
const RARE: readonly ActName[] = ['claim', 'release', 'approve', 'retry']
export const offered = (tasks: readonly TaskRow[]): ActName[] =>
  ACTS.filter((act) => !RARE.includes(act) || fitsAny(act, tasks))
