import { may, type Viewer } from '../../core/http/viewer.ts'

export interface Assignable {
  assigned_to: string | null
  team_id: string | null
  role_id: string | null
  reviewer_id: string | null
}

export const REVIEWED_BY_YOU = 'You’re the reviewer of this task. Someone else has to do it.'

/**
 * Whether it is the viewer's to do: theirs, free for them to take, somebody else's, in a queue of others, or theirs to
 * review once somebody else did it.
 */
export function assignmentOf(
  { assigned_to, team_id, role_id, reviewer_id }: Assignable,
  viewer: Pick<Viewer, 'memberId'>,
  inQueue: boolean,
) {
  if (assigned_to !== null) return assigned_to === viewer.memberId ? 'mine' : 'taken'
  if (reviewer_id === viewer.memberId) return 'reviewed'
  return (team_id === null && role_id === null) || inQueue ? 'free' : 'queued'
}

interface TaskFacts extends Assignable {
  task_type: string
  status: string
  /** Asked by a query that has to be answered first. */
  blocked: boolean
  inQueue: boolean
  /** Of an approval: a vote is the viewer's to give. */
  seated: boolean
  /** Of an approval: the viewer uploaded one of its files, which the step does not let them approve. */
  ownFiles: boolean
  /** Of an approval: the viewer has a vote in it, or it is about their own work. */
  involved: boolean
  /** Somebody else is asked now. */
  othersAsked: boolean
}

function mayOverride({ task_type, involved }: TaskFacts, viewer: Viewer): boolean {
  if (task_type === 'query' || !may(viewer, 'tasks.override')) return false
  return task_type !== 'approval' || (may(viewer, 'approvals.override') && !involved)
}

/** What the viewer can do with a task as it stands; the acts themselves ask again. */
export function actsOn(task: TaskFacts, viewer: Viewer) {
  const work = may(viewer, 'tasks.work')
  const { task_type, status, blocked } = task
  const assignment = assignmentOf(task, viewer, task.inQueue)
  const workable = status === 'pending' || status === 'in_progress'
  const open = workable || status === 'review' || status === 'failed'
  const queued = task.team_id !== null || task.role_id !== null
  const doable = work && workable && !blocked
  const decide = doable && task_type === 'approval' && task.seated
  return {
    complete:
      doable &&
      ((task_type === 'manual' && (assignment === 'mine' || assignment === 'free')) ||
        (task_type === 'query' && assignment === 'mine')),
    decide,
    approve: decide && !task.ownFiles,
    review: work && status === 'review' && task.reviewer_id === viewer.memberId,
    retry: work && status === 'failed',
    override: open && mayOverride(task, viewer),
    claim: work && workable && task_type === 'manual' && assignment === 'free',
    release: work && workable && assignment === 'mine' && queued,
    edit: work && open,
    ask: work && open && task_type !== 'query',
    remind: work && (workable || status === 'review') && task_type !== 'automated' && task.othersAsked,
    attach: work && status !== 'cancelled',
  }
}
