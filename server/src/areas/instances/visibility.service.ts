import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { adminsSeeingAll, audienceOf, type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import {
  findInstanceVisibility,
  participantsOf,
  partsInTasks,
  selectVisibleInstance,
  type VisibleInstance,
} from './visibility.queries.ts'

export interface InstanceVisibility {
  id: string
  workflow_id: string
  narrowed: boolean
}

/** Who may see an instance; undefined: everyone. */
export async function audienceOfInstance(
  tx: ReadTx,
  { id, workflow_id, narrowed }: InstanceVisibility,
): Promise<string[] | undefined> {
  const named = await audienceOf(tx, workflow_id)
  if (!narrowed) return named
  const people = await participantsOf(tx.db, tx.tenantId, id)
  const admins = await adminsSeeingAll(tx.db, tx.tenantId)
  return [...new Set([...people.filter((one) => !named || named.includes(one)), ...admins])]
}

/** Tells the open pages of those who may see this instance, and of nobody else. */
export async function publishInstanceFrame(
  tx: TenantTx,
  type: string,
  shown: InstanceVisibility,
  data: JsonObject = {},
): Promise<void> {
  const to = await audienceOfInstance(tx, shown)
  const { id, workflow_id } = shown
  tx.emit({ type, kind: 'instance', id, data, within: { workflow: workflow_id }, ...(to && { to }) })
}

/**
 * The page of an instance names those it started, and follows them by that. One that is new there is published as a
 * change of the instance that started it.
 */
export async function publishParentFrame(tx: TenantTx, parentId: string | null): Promise<void> {
  const parent = parentId === null ? undefined : await findInstanceVisibility(tx.db, tx.tenantId, parentId)
  if (parent) await publishInstanceFrame(tx, 'instance.children_changed', parent)
}

/** The same of a task, and whoever has a part in it. */
export async function publishTaskFrame(
  tx: TenantTx,
  type: string,
  taskId: string,
  instance: InstanceVisibility,
): Promise<void> {
  const seeing = await audienceOfInstance(tx, instance)
  const parts = seeing ? await partsInTasks(tx.db, tx.tenantId, [taskId]) : []
  const to = seeing && [...new Set([...seeing, ...parts.map(({ member_id }) => member_id)])]
  const within = { instance: instance.id, workflow: instance.workflow_id }
  tx.emit({ type, kind: 'task', id: taskId, within, ...(to && { to }) })
}

/** For what names an instance by its id alone. */
export async function requireInstanceVisibility(tx: ReadTx, id: string): Promise<InstanceVisibility> {
  const shown = await findInstanceVisibility(tx.db, tx.tenantId, id)
  if (!shown) throw notFound('This instance')
  return shown
}

interface LookupOptions {
  state?: 'live' | 'trashed' | 'any'
  lock?: boolean
}

/** As far as the viewer may see it. */
const findVisibleInstance = async (
  tx: ReadTx,
  viewer: VisibilityScope,
  id: string,
  { state = 'live', lock = false }: LookupOptions = {},
): Promise<VisibleInstance | undefined> =>
  selectVisibleInstance(tx.db, tx.tenantId, id, await visibleTo(tx, viewer), { state, lock })

/** An instance the viewer may see; hidden and foreign ones are not there. */
export async function requireVisibleInstance(
  tx: ReadTx,
  viewer: VisibilityScope,
  id: string,
  wanted?: LookupOptions,
): Promise<VisibleInstance> {
  const found = await findVisibleInstance(tx, viewer, id, wanted)
  if (!found) throw notFound('This instance')
  return found
}
