import type { Task } from '@throughline/contracts/tasks'
import type * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { createPort } from '../../core/port.ts'

type TaskWire = z.input<typeof Task>

/** The newest comments on a task that the viewer was found to see. */
export const commentsOfTask = createPort<
  [ctx: Context, tx: ReadTx, viewer: Pick<Viewer, 'memberId'>, taskId: string, page: { limit: number }],
  Promise<{ data: TaskWire['comments']; pagination: { next_cursor: string | null } }>
>('comments on a task')

/** The files of a task that the viewer was found to see, oldest first. */
export const attachmentsOfTask = createPort<
  [tx: ReadTx, task: { id: string; instance_id: string }],
  Promise<TaskWire['attachments']>
>('attachments of a task')

/** Files that its answers name and that belong to the same instance, but not to the task itself. */
export const answerFilesOfTask = createPort<
  [tx: ReadTx, task: { id: string; instance_id: string }, ids: readonly string[]],
  Promise<TaskWire['answer_files']>
>('files that the answers of a task name')

interface TaskDecision {
  taskId: string
  memberId: string
  verdict: 'approve' | 'reject'
  comment: string
  /** Nobody may approve a version that they uploaded. */
  forbidsOwn: boolean
  /** Absent: the person who decides did not look at them. */
  files?: readonly { id: string; version_number: number; sha256: string }[] | undefined
}

/** Decides on the files of a task with the task itself; says which files these are. */
export const decideOnFiles = createPort<
  [tx: TenantTx, decision: TaskDecision],
  Promise<{ id: string; version: number; sha256: string }[]>
>('decide on the files of a task')
