import * as z from 'zod/mini'
import { ExportState } from './exports.ts'
import { ConnectionId, DocumentId, ExportId, InstanceId, TaskId, ToolId, WorkflowId } from './ids.ts'
import { InstanceStatus, instant } from './running.ts'
import { TaskStatus } from './tasks.ts'

const TaskEntity = z.object({
  entityType: z.literal('task'),
  entityId: TaskId,
  /** Its key and name. */
  entityLabel: z.string(),
  dueDate: z.nullable(z.string()),
  /** What the person has to do; null where nothing. */
  actionRequired: z.nullable(z.string()),
  status: TaskStatus,
})
const InstanceEntity = z.object({
  entityType: z.literal('instance'),
  entityId: InstanceId,
  entityLabel: z.string(),
  status: InstanceStatus,
  startDate: z.nullable(instant),
})
const WorkflowEntity = z.object({
  entityType: z.literal('workflow'),
  entityId: WorkflowId,
  entityLabel: z.string(),
  /** The newest that is published. */
  version: z.nullable(z.number()),
  updatedAt: instant,
})
const DocumentEntity = z.object({
  entityType: z.literal('document'),
  entityId: DocumentId,
  entityLabel: z.string(),
  version: z.number(),
})
const ExportEntity = z.object({
  entityType: z.literal('export'),
  entityId: ExportId,
  /** The name of its file. */
  entityLabel: z.string(),
  state: ExportState,
  rows: z.nullable(z.number()),
  expiresAt: instant,
})
const ConnectionEntity = z.object({
  entityType: z.literal('connection'),
  entityId: ConnectionId,
  /** Its tool and its own name. */
  entityLabel: z.string(),
  toolId: ToolId,
  /** Whether its sign-in is refused now. */
  signedOut: z.boolean(),
})
/** What a message is about, as its reader may see it now. */
export const MessageEntity = z.discriminatedUnion('entityType', [
  TaskEntity,
  InstanceEntity,
  WorkflowEntity,
  DocumentEntity,
  ExportEntity,
  ConnectionEntity,
])
export type MessageEntity = z.infer<typeof MessageEntity>
