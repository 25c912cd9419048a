import { sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { instanceKey } from '../instances/instances.public.ts'
import { type Visibility, visibleTo } from '../workflows/workflows.public.ts'

/** Whose look at a list of starts decides which instances it names. */
export type Looker = Pick<Visibility, 'ofInstance'>

/** For work of our own, which shows nothing to anybody. */
export const NOBODYS_LOOK: Looker = { ofInstance: () => sql<boolean>`true` }

interface NamesInstance {
  instance_id: string | null
  instance_seen: boolean
}

/** Of an instance that only its participants see the others learn that something was started, and nothing else. */
export const isHidden = ({ instance_id, instance_seen }: NamesInstance): boolean =>
  instance_id !== null && !instance_seen

interface StartedInstance extends NamesInstance {
  prefix: string | null
  number: number | null
  status: string | null
  deleted_at: Date | null
}

/** What a list of starts shows of the instance that was started: nothing of one that is hidden or deleted. */
export function shownInstance(row: StartedInstance) {
  const { instance_id: id, prefix, number, status } = row
  if (id === null || isHidden(row) || prefix === null || row.deleted_at !== null) return null
  return { id, key: instanceKey({ prefix, number: number ?? 0 }), status: status ?? '' }
}

/** Whether an instance, if there is one, is hidden from this viewer. */
export async function hidesInstance(tx: ReadTx, viewer: Viewer, id: string | null): Promise<boolean> {
  if (id === null) return false
  const visible = await visibleTo(tx, viewer)
  const { rows } = await sql`select from instances i
    where i.tenant_id = ${tx.tenantId} and i.id = ${id} and not ${visible.ofInstance('i')}`.execute(tx.db)
  return rows.length > 0
}
