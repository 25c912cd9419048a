import type { DocumentStatus } from '@throughline/contracts/documents'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { requireVisibleInstance, shareFilesOf } from '../instances/instances.public.ts'
import { isOpen, requireVisibleTask } from '../tasks/tasks.public.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import { factsOfInstance, findWorkflowKey } from './location.queries.ts'

/** Where a document belongs, with the copies it keeps of that. */
export interface DocumentLocation {
  task_id: string | null
  instance_id: string | null
  workflow_id: string | null
  step: string | null
  narrowed: boolean
  entity_key: string
  /** Of its instance: what it is for, as long as nobody says otherwise. */
  client_id: string | null
  status: DocumentStatus
}

export interface LocationInput {
  taskId?: string | null | undefined
  instanceId?: string | null | undefined
  workflowId?: string | null | undefined
}

const WORKSPACE: DocumentLocation = {
  task_id: null,
  instance_id: null,
  workflow_id: null,
  step: null,
  narrowed: false,
  entity_key: '',
  client_id: null,
  status: 'completed',
}

/** Whether somebody is going to decide on what belongs to it. */
const isAwaited = ({ task_type, reviewer_id, status }: Awaited<ReturnType<typeof requireVisibleTask>>) =>
  isOpen(status) && (task_type === 'approval' || reviewer_id !== null)

/** The nearest of them counts. What the viewer may not see is not there. */
export async function locationFor(
  tx: ReadTx,
  viewer: VisibilityScope,
  wanted: LocationInput,
): Promise<DocumentLocation> {
  const { db, tenantId } = tx
  if (wanted.taskId) {
    const task = await requireVisibleTask(tx, viewer, wanted.taskId)
    const { entity_key, client_id } = await factsOfInstance(db, tenantId, task.instance_id)
    const { id, instance_id, workflow_id, step, narrowed } = task
    const status = isAwaited(task) ? 'review' : 'completed'
    return { task_id: id, instance_id, workflow_id, step, narrowed, entity_key, client_id, status }
  }
  if (wanted.instanceId) {
    const { id, workflow_id, narrowed } = await requireVisibleInstance(tx, viewer, wanted.instanceId)
    const { entity_key, client_id } = await factsOfInstance(db, tenantId, id)
    return { ...WORKSPACE, instance_id: id, workflow_id, narrowed, entity_key, client_id }
  }
  if (!wanted.workflowId) return WORKSPACE
  const visible = await visibleTo(tx, viewer)
  const entity_key = await findWorkflowKey(db, tenantId, wanted.workflowId)
  if (entity_key === undefined || !visible.canSee(wanted.workflowId)) throw notFound('This workflow')
  return { ...WORKSPACE, workflow_id: wanted.workflowId, entity_key }
}

/** Before a file is put there: what it copies of its instance stays so until the commit. One in the trash takes no files. */
export async function lockInstanceFacts({ db, tenantId }: ReadTx, instanceId: string) {
  await shareFilesOf(db, instanceId)
  const { deleted_at, ...facts } = await factsOfInstance(db, tenantId, instanceId)
  if (deleted_at) throw notFound('This instance')
  return facts
}

export async function lockLocation(tx: ReadTx, place: DocumentLocation): Promise<DocumentLocation> {
  const { instance_id } = place
  return instance_id ? { ...place, ...(await lockInstanceFacts(tx, instance_id)) } : place
}
