import type { TaskState } from '@throughline/contracts/tasks'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface TaskThing {
  id: string
  name: string
  number: number
  prefix: string
  instance_number: number
  status: TaskState
  past: boolean
  due: string | null
}

export interface InstanceThing {
  id: string
  name: string
  prefix: string
  number: number
  status: string
  started_at: Date | null
}

export interface WorkflowThing {
  id: string
  name: string
  current_version: number | null
  updated_at: Date
}

export interface DocumentThing {
  id: string
  name: string
  current_version: number
}

export interface AttachmentThing {
  id: string
  name: string
  size: string
  task_id: string
}

type Ids = readonly string[]

/** What messages are about, as far as `visible` says that their reader may see it now. */
export async function tasksAmong(db: Db, tenantId: string, ids: Ids, visible: RawBuilder<boolean>) {
  const { rows } = await sql<TaskThing>`select t.id, t.name, t.number, i.prefix, i.number as instance_number, t.status,
      t.due_sort < now() as past, to_char(t.due_date, 'YYYY-MM-DD') as due
    from tasks t join instances i on i.tenant_id = ${tenantId} and i.id = t.instance_id
    where t.tenant_id = ${tenantId} and t.id = any (${ids}::uuid[]) and not t.in_trash and ${visible}`.execute(db)
  return rows
}

export async function instancesAmong(db: Db, tenantId: string, ids: Ids, visible: RawBuilder<boolean>) {
  const { rows } =
    await sql<InstanceThing>`select i.id, i.name, i.prefix, i.number, i.status, i.started_at from instances i
    where i.tenant_id = ${tenantId} and i.id = any (${ids}::uuid[]) and i.deleted_at is null and ${visible}`.execute(db)
  return rows
}

export async function workflowsAmong(db: Db, tenantId: string, ids: Ids, visible: RawBuilder<boolean>) {
  const { rows } = await sql<WorkflowThing>`select w.id, w.name, w.current_version, w.updated_at from workflows w
    where w.tenant_id = ${tenantId} and w.id = any (${ids}::uuid[]) and w.deleted_at is null and ${visible}`.execute(db)
  return rows
}

/** `seenTasks`: people with a part in a task see its files. */
export async function documentsAmong(db: Db, tenantId: string, ids: Ids, visible: RawBuilder<boolean>, seenTasks: Ids) {
  const { rows } = await sql<DocumentThing>`select d.id, d.name, d.current_version from documents d
    where d.tenant_id = ${tenantId} and d.id = any (${ids}::uuid[]) and d.deleted_at is null and not d.in_trash
      and (${visible} or d.task_id = any (${seenTasks}::uuid[]))`.execute(db)
  return rows
}

const MOST_ATTACHMENTS = 10

/** The files of tasks that their reader was found to see. */
export async function attachmentsAmong(db: Db, tenantId: string, taskIds: Ids): Promise<AttachmentThing[]> {
  const { rows } = await sql<AttachmentThing>`select d.* from unnest(${taskIds}::uuid[]) as t (id)
    cross join lateral (select d.id, d.name, d.size::text as size, d.task_id from documents d
      where d.tenant_id = ${tenantId} and d.task_id = t.id and d.deleted_at is null and d.state = 'clean'
      order by d.id limit ${MOST_ATTACHMENTS}) d`.execute(db)
  return rows
}
