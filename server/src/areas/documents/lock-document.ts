import { type RawBuilder, sql } from 'kysely'
import { busy } from '../../core/db/busy.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { lockApproval } from '../tasks/tasks.public.ts'
import { findDocument, type StoredDocument } from './document.queries.ts'

/**
 * Locked until the commit: acts upon one document come one after the other. The approval it belongs to is locked before it,
 * as a vote locks both: nobody decides on files that change at that moment.
 */
export async function lockDocument(
  tx: ReadTx,
  id: string,
  seen: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<StoredDocument | undefined> {
  const { db, tenantId } = tx
  const found = await findDocument(db, tenantId, id, seen, false)
  if (!found) return undefined
  if (found.task_id) await lockApproval(tx, found.task_id)
  const locked = await findDocument(db, tenantId, id, seen, true)
  if (locked && locked.task_id !== found.task_id) throw busy()
  return locked
}
