import { type Message, type MessageAct, MessageKind, MessageType } from '@throughline/contracts/inbox'
import type { MessageEntity } from '@throughline/contracts/message-entities'
import { InstanceStatus } from '@throughline/contracts/running'
import * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { fileUrl } from '../../documents/documents.public.ts'
import { exportsAmong } from '../../exports/exports.public.ts'
import { instanceKey, peopleOf, taskKey } from '../../instances/instances.public.ts'
import { connectionsAmong } from '../../integrations/integrations.public.ts'
import { isTaskVisible, shownStatus } from '../../tasks/tasks.public.ts'
import { type VisibilityScope, visibleTo } from '../../workflows/workflows.public.ts'
import type { MessageRow } from './message-rows.queries.ts'
import {
  type AttachmentThing,
  attachmentsAmong,
  type DocumentThing,
  documentsAmong,
  type InstanceThing,
  instancesAmong,
  type TaskThing,
  tasksAmong,
  type WorkflowThing,
  workflowsAmong,
} from './things.queries.ts'

export type MessageWire = z.input<typeof Message>
type EntityWire = z.input<typeof MessageEntity>

type ExportThing = Awaited<ReturnType<typeof exportsAmong>>[number]
type ConnectionThing = Awaited<ReturnType<typeof connectionsAmong>>[number]

/** What the messages of a page are about, as far as their reader may see it now. */
interface Things {
  tasks: ReadonlyMap<string, TaskThing>
  instances: ReadonlyMap<string, InstanceThing>
  workflows: ReadonlyMap<string, WorkflowThing>
  documents: ReadonlyMap<string, DocumentThing>
  exports: ReadonlyMap<string, ExportThing>
  connections: ReadonlyMap<string, ConnectionThing>
  attachments: readonly AttachmentThing[]
}

const isAboutExport = ({ type }: Pick<MessageRow, 'type'>) => type === 'export_ready' || type === 'export_failed'
const isAboutConnection = ({ type }: Pick<MessageRow, 'type'>) => type === 'connection_signed_out'

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const present = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

async function thingsOf(tx: ReadTx, viewer: VisibilityScope, rows: readonly MessageRow[]): Promise<Things> {
  const { db, tenantId } = tx
  const visible = await visibleTo(tx, viewer)
  const ids = {
    tasks: present(rows.map(({ task_id }) => task_id)),
    instances: present(rows.map(({ instance_id }) => instance_id)),
    workflows: present(rows.map(({ workflow_id }) => workflow_id)),
    documents: present(rows.map(({ document_id }) => document_id)),
    exports: rows.filter(isAboutExport).map(({ thing_id }) => thing_id),
    connections: rows.filter(isAboutConnection).map(({ thing_id }) => thing_id),
  }
  const any = <Row>(wanted: readonly string[], read: () => Promise<Row[]>) =>
    wanted.length > 0 ? read() : Promise.resolve([])
  const tasks = await any(ids.tasks, () =>
    tasksAmong(db, tenantId, ids.tasks, isTaskVisible(visible, tenantId, viewer.memberId)),
  )
  const seen = tasks.map(({ id }) => id)
  const [instances, workflows, documents, exported, connections, attachments] = await Promise.all([
    any(ids.instances, () => instancesAmong(db, tenantId, ids.instances, visible.ofInstance('i'))),
    any(ids.workflows, () => workflowsAmong(db, tenantId, ids.workflows, visible.ofWorkflow('w.id'))),
    any(ids.documents, () => documentsAmong(db, tenantId, ids.documents, visible.ofFile('d'), seen)),
    any(ids.exports, () => exportsAmong(tx, viewer.memberId, ids.exports)),
    any(ids.connections, () => connectionsAmong(tx, viewer, ids.connections)),
    any(seen, () => attachmentsAmong(db, tenantId, seen)),
  ])
  return {
    tasks: byId(tasks),
    instances: byId(instances),
    workflows: byId(workflows),
    documents: byId(documents),
    exports: byId(exported),
    connections: byId(connections),
    attachments,
  }
}

const ACTS: Partial<Record<MessageType, MessageAct>> = {
  approval_requested: 'decide',
  approval_asked_again: 'decide',
  review_requested: 'review',
  task_assigned: 'complete',
  task_returned: 'complete',
  task_queued: 'claim',
  question_asked: 'answer',
  step_failed: 'retry',
}
/** A reminder asks for what its message asks for. */
export const asksForSomething = (type: MessageType): boolean => type in ACTS || type === 'task_reminder'

const REQUIRED: Record<MessageAct, string> = {
  decide: 'Your decision is needed',
  review: 'You’re the reviewer',
  complete: 'Assigned to you',
  claim: 'Waiting for someone to claim it',
  answer: 'Your answer is needed',
  retry: 'Retry it or complete it manually',
  reply: '',
}
/** Comments are answered where they are read. */
const REPLIED: readonly MessageType[] = ['mentioned', 'task_commented', 'instance_commented', 'file_commented']

function actOf({ needs_you }: MessageRow, type: MessageType): MessageAct | null {
  if (needs_you) return ACTS[type] ?? null
  return REPLIED.includes(type) ? 'reply' : null
}

const PRIORITY = ['high', 'high', 'normal', 'low'] as const

const taskEntity = (task: TaskThing, act: MessageAct | null): EntityWire => ({
  entityType: 'task',
  entityId: task.id,
  entityLabel: `${taskKey({ prefix: task.prefix, number: task.instance_number }, task.number)} · ${task.name}`,
  dueDate: task.due,
  actionRequired: (act && REQUIRED[act]) || null,
  status: shownStatus(task),
})

const instanceEntity = (instance: InstanceThing): EntityWire => ({
  entityType: 'instance',
  entityId: instance.id,
  entityLabel: `${instanceKey(instance)} · ${instance.name}`,
  status: z.parse(InstanceStatus, instance.status),
  startDate: instance.started_at?.toISOString() ?? null,
})

const workflowEntity = ({ id, name, current_version, updated_at }: WorkflowThing): EntityWire => ({
  entityType: 'workflow',
  entityId: id,
  entityLabel: name,
  version: current_version,
  updatedAt: updated_at.toISOString(),
})

const documentEntity = ({ id, name, current_version }: DocumentThing): EntityWire => ({
  entityType: 'document',
  entityId: id,
  entityLabel: name,
  version: current_version,
})

const exportEntity = ({ id, file_name, state, rows, expires_at }: ExportThing): EntityWire => ({
  entityType: 'export',
  entityId: id,
  entityLabel: file_name,
  state,
  rows,
  expiresAt: expires_at,
})

const connectionEntity = ({ id, name, tool_id, tool_name, signed_out_at }: ConnectionThing): EntityWire => ({
  entityType: 'connection',
  entityId: id,
  entityLabel: name === tool_name ? name : `${tool_name} · ${name}`,
  toolId: tool_id,
  signedOut: signed_out_at !== null,
})

const found = <Thing>(things: ReadonlyMap<string, Thing>, id: string | null) => (id ? things.get(id) : undefined)

function entitiesOf(row: MessageRow, things: Things, act: MessageAct | null): EntityWire[] {
  const document = found(things.documents, row.document_id)
  const task = found(things.tasks, row.task_id)
  const instance = found(things.instances, row.instance_id)
  const workflow = found(things.workflows, row.workflow_id)
  const exported = isAboutExport(row) ? things.exports.get(row.thing_id) : undefined
  const connection = isAboutConnection(row) ? things.connections.get(row.thing_id) : undefined
  return [
    ...(document ? [documentEntity(document)] : []),
    ...(task ? [taskEntity(task, act)] : []),
    ...(instance ? [instanceEntity(instance)] : []),
    ...(workflow ? [workflowEntity(workflow)] : []),
    ...(exported ? [exportEntity(exported)] : []),
    ...(connection ? [connectionEntity(connection)] : []),
  ]
}

/** The one thing that a message stands for. */
function subjectOf(row: MessageRow): MessageWire['metadata']['entityType'] {
  if (row.document_id) return 'document'
  if (row.task_id) return 'task'
  if (row.instance_id) return 'instance'
  if (row.workflow_id) return 'workflow'
  if (isAboutConnection(row)) return 'connection'
  return isAboutExport(row) ? 'export' : 'account'
}

const GONE = 'No longer available'

/** Of what its reader may not see any more, or what is gone, a message says nothing but that. */
const withoutContent = (wire: MessageWire): MessageWire => ({
  ...wire,
  title: GONE,
  description: '',
  sender: null,
  priority: 'normal',
  metadata: { ...wire.metadata, entities: [] },
  attachments: [],
  due: null,
  due_day: null,
  act: null,
  gone: true,
})

/** With what they are about and who sent them, in a few statements however many there are. */
export async function messagesOnWire(
  tx: ReadTx,
  viewer: VisibilityScope,
  rows: readonly MessageRow[],
): Promise<MessageWire[]> {
  if (rows.length === 0) return []
  const things = await thingsOf(tx, viewer, rows)
  const people = await peopleOf(
    tx,
    rows.map(({ sender_id }) => sender_id),
  )
  return rows.map((row) => {
    const type = z.parse(MessageType, row.type)
    const act = actOf(row, type)
    const subject = subjectOf(row)
    const entities = entitiesOf(row, things, act)
    const sender = row.sender_id ? people.get(row.sender_id) : undefined
    const files = things.attachments.filter(({ task_id }) => task_id === row.task_id)
    const wire: MessageWire = {
      id: row.id,
      title: row.title,
      description: row.body,
      timestamp: row.news_at.toISOString(),
      read: row.is_read,
      priority: PRIORITY[row.priority] ?? 'normal',
      sender: sender ? { id: sender.id, name: sender.name, avatar: sender.photo } : null,
      label: row.label,
      type,
      kind: z.parse(MessageKind, row.kind),
      metadata: { entityType: subject, entities },
      attachments: row.instance_id
        ? files.map(({ id, name, size }) => ({ id, name, size: Number(size), url: fileUrl(row.instance_id ?? '', id) }))
        : [],
      needs_you: row.needs_you,
      due: row.due_at?.toISOString() ?? null,
      due_day: row.due_day,
      news_count: row.news_count,
      snoozed_until:
        row.snoozed_until && row.snoozed_until !== 'infinity' ? new Date(row.snoozed_until).toISOString() : null,
      snoozed_for_news: row.snoozed_until === 'infinity',
      deleted: row.deleted_at !== null,
      act,
      gone: false,
    }
    return subject === 'account' || entities.some(({ entityType }) => entityType === subject)
      ? wire
      : withoutContent(wire)
  })
}
