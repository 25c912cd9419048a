import { TaskState, TaskType } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import { requireLocked } from '../instances/instances.public.ts'

const COLUMNS = [
  't.id',
  't.instance_id',
  't.workflow_id',
  't.narrowed',
  't.name',
  't.step',
  't.round',
  't.item',
  't.task_type',
  't.status',
  't.priority',
  't.due_date',
  't.due_at',
  't.due_sort',
  't.assigned_to',
  't.reviewer_id',
  't.team_id',
  't.role_id',
  't.asked_by',
  't.about_task',
  't.blocking',
  't.reminded_at',
  't.completed_by',
  't.version',
] as const

const Checked = z.object({ task_type: TaskType, status: TaskState })

const findColumns = (db: Db, tenantId: string, id: string, sees: RawBuilder<boolean>) =>
  db
    .selectFrom('tasks as t')
    .select(COLUMNS)
    .where('t.tenant_id', '=', tenantId)
    .where('t.id', '=', id)
    .where('t.in_trash', '=', false)
    .where(sees)

type Columns = NonNullable<Awaited<ReturnType<ReturnType<typeof findColumns>['executeTakeFirst']>>>
export type LockedTask = Omit<Columns, 'task_type' | 'status'> & z.infer<typeof Checked>

const checked = (row: Columns | undefined): LockedTask | undefined => row && { ...row, ...z.parse(Checked, row) }

export const findTask = async (db: Db, tenantId: string, id: string, sees: RawBuilder<boolean>) =>
  checked(await findColumns(db, tenantId, id, sees).executeTakeFirst())

/** Locked until the commit: acts upon one task come one after the other. Its instance is locked already. */
export async function lockTask(db: Db, tenantId: string, id: string, sees: RawBuilder<boolean>) {
  const task = checked(await findColumns(db, tenantId, id, sees).forNoKeyUpdate('t').executeTakeFirst())
  if (task) requireLocked(db, task.instance_id)
  return task
}

/** For what happens to it without anybody acting upon it. */
export const lockOpenApproval = (db: Db, tenantId: string, id: string) =>
  lockTask(db, tenantId, id, sql<boolean>`t.task_type = 'approval' and t.status in ('pending', 'in_progress')`)
