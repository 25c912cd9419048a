import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { adminsWhoSeeAll, audienceOf, type Seer, visibleTo } from '../workflows/workflows.public.ts'
import { findSeen, findShown, participantsOf, partsInTasks, type SeenInstance } from './sight.queries.ts'

type Reading = Pick<TenantTx, 'db' | 'tenantId'>

export interface Shown {
  id: string
  workflow_id: string
  narrowed: boolean
}

/** Who may see an instance; undefined: everyone. */
export async function whoSees(tx: Reading, { id, workflow_id, narrowed }: Shown): Promise<string[] | undefined> {
  const named = await audienceOf(tx, workflow_id)
  if (!narrowed) return named
  const people = await participantsOf(tx.db, tx.tenantId, id)
  const admins = await adminsWhoSeeAll(tx.db, tx.tenantId)
  return [...new Set([...people.filter((one) => !named || named.includes(one)), ...admins])]
}

/** Tells the open pages of those who may see this instance, and of nobody else. */
export async function tellInstancePages(tx: TenantTx, type: string, shown: Shown): Promise<void> {
  const to = await whoSees(tx, shown)
  tx.emit({ type, kind: 'instance', id: shown.id, ...(to && { to }) })
}

/** The same of a task, and whoever has a part in it. */
export async function tellTaskPages(tx: TenantTx, type: string, taskId: string, instance: Shown): Promise<void> {
  const seeing = await whoSees(tx, instance)
  const parts = seeing ? await partsInTasks(tx.db, tx.tenantId, [taskId]) : []
  const to = seeing && [...new Set([...seeing, ...parts.map(({ member_id }) => member_id)])]
  tx.emit({ type, kind: 'task', id: taskId, ...(to && { to }) })
}

/** For what names an instance by its id alone. */
export async function shownInstance(tx: Reading, id: string): Promise<Shown> {
  const shown = await findShown(tx.db, tx.tenantId, id)
  if (!shown) throw notFound('This instance')
  return shown
}

interface Wanted {
  state?: 'live' | 'trashed' | 'any'
  lock?: boolean
}

/** As far as the viewer may see it. */
const instanceIfSeen = async (
  tx: Reading,
  viewer: Seer,
  id: string,
  { state = 'live', lock = false }: Wanted = {},
): Promise<SeenInstance | undefined> => findSeen(tx.db, tx.tenantId, id, await visibleTo(tx, viewer), { state, lock })

/** An instance the viewer may see; hidden and foreign ones are not there. */
export async function seenInstance(tx: Reading, viewer: Seer, id: string, wanted?: Wanted): Promise<SeenInstance> {
  const found = await instanceIfSeen(tx, viewer, id, wanted)
  if (!found) throw notFound('This instance')
  return found
}
