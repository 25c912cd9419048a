import type { TenantId } from '@throughline/contracts/ids'
import { PRIORITIES, type Queue } from '@throughline/contracts/running'
import type { TaskRow, TaskState, TaskStatus, TaskType } from '@throughline/contracts/tasks'
import type * as z from 'zod/mini'
import { truncate } from '../../core/truncate.ts'
import { dueOnWire, idsIn, instanceKey, type PersonWire, taskKey } from '../instances/instances.public.ts'
import { photoUrl } from '../org/org.public.ts'
import { OPEN } from './list/stored-states.ts'
import type { Named, TaskListRow } from './list/task-rows.queries.ts'

export type TaskRowWire = z.input<typeof TaskRow>

const TYPES: Record<TaskType, string> = {
  manual: 'Manual',
  approval: 'Approval',
  automated: 'Automation',
  query: 'Query',
}
const STATUSES: Record<TaskStatus, string> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  review: 'For Review',
  overdue: 'Overdue',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
const PROGRESS: Record<TaskState, number> = {
  pending: 0,
  in_progress: 50,
  review: 90,
  completed: 100,
  failed: 0,
  cancelled: 0,
}
/** An approval is shown by what it came to. */
const OUTCOMES: Record<string, string> = { approved: 'Approved', rejected: 'Rejected', changes: 'Changes requested' }
const PRIORITY_NAMES = { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low' }

export const isOpen = (state: string): boolean => OPEN.some((one) => one === state)

/** An open one that is past its moment is overdue. */
export const shownStatus = ({ status, past }: { status: TaskState; past: boolean }): TaskStatus =>
  past && isOpen(status) ? 'overdue' : status

const person = (tenantId: TenantId, named: Named | null): PersonWire | null =>
  named && { ...named, photo: photoUrl(tenantId, named.id, named.photo) }

function queueOf({ team_id, role_id, queue_name }: TaskListRow): Queue | null {
  const name = queue_name ?? ''
  if (team_id) return { kind: 'team', id: team_id, name }
  return role_id ? { kind: 'role', id: role_id, name } : null
}

export const statusName = (
  status: TaskStatus,
  { task_type, outcome }: Pick<TaskListRow, 'task_type' | 'outcome'>,
): string =>
  (status === 'completed' && task_type === 'approval' && outcome !== null && OUTCOMES[outcome]) || STATUSES[status]

/** What has to be changed, by the last to ask. Work that was handed in again has nothing to change for now. */
function changeRequestOf(tenantId: TenantId, row: TaskListRow): TaskRowWire['change_request'] {
  if (row.status !== 'pending' && row.status !== 'in_progress') return null
  if (row.review_status === 'returned')
    return { verdict: 'changes', by: person(tenantId, row.reviewer), comment: row.review_comment ?? '', task_id: null }
  return row.sent_back && { ...row.sent_back, by: person(tenantId, row.sent_back.by) }
}

const LONGEST_ITEM = 80
/** What tells the rows of a table apart, where there is such a column. */
const NAME_KEYS = ['name', 'title', 'label']

/** Of a record the name, else its first text; what says nothing is counted. */
function itemName({ item, item_value: value, item_person }: TaskListRow): string | null {
  if (item < 0) return null
  const texts = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  const candidates = [...NAME_KEYS.map((key) => texts[key]), ...Object.values(texts)]
  const said = candidates.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [`${one}`.trim()] : [],
  )
  const text = item_person ?? said.find(Boolean) ?? ''
  return text && (item_person || idsIn(text).length === 0) ? truncate(text, LONGEST_ITEM) : `#${item + 1}`
}

export function taskOnWire(tenantId: TenantId, row: TaskListRow): TaskRowWire {
  const instance = { prefix: row.instance_prefix, number: row.instance_number }
  const status = shownStatus(row)
  const priority = PRIORITIES[row.priority] ?? 'medium'
  const assignee = person(tenantId, row.assignee)
  const reviewer = person(tenantId, row.reviewer)
  return {
    id: row.id,
    key: taskKey(instance, row.number),
    name: row.name,
    description: row.description,
    task_type: row.task_type,
    task_type_display: TYPES[row.task_type],
    status,
    status_display: statusName(status, row),
    state: row.status,
    priority,
    priority_display: PRIORITY_NAMES[priority],
    step: row.step,
    created_at: row.created_at.toISOString(),
    last_modified_at: row.updated_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    outcome: row.outcome,
    ...dueOnWire(row),
    workflow_instance: row.instance_id,
    instance_name: row.instance_name,
    instance_key: instanceKey(instance),
    item_name: itemName(row),
    workflow: { id: row.workflow_id, name: row.workflow_name, prefix: row.workflow_prefix },
    assigned_to: assignee?.username ?? null,
    assignee,
    reviewer: reviewer?.username ?? null,
    reviewer_person: reviewer,
    queue: queueOf(row),
    requested_by: person(tenantId, row.requester),
    progress_percentage: PROGRESS[row.status],
    review_status: row.review_status,
    change_request: changeRequestOf(tenantId, row),
    mine: row.part ?? (row.in_queue && isOpen(row.status) ? 'queue' : null),
    problem: row.problem,
    comment_count: row.comment_count,
    attachment_count: row.attachment_count,
    version: row.version,
  }
}
