import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { findVisibleTask } from '../tasks/tasks.public.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import { findDocument, type StoredDocument } from './document.queries.ts'
import { lockDocument } from './lock-document.ts'

interface LookupOptions {
  state?: 'live' | 'trashed' | 'any'
  /** Locked until the commit: acts upon one document come one after the other. */
  lock?: boolean
}

/** Hidden, foreign and unknown ones are not there. Whoever has a part in a task sees its files. */
export async function requireVisibleDocument(
  tx: ReadTx,
  viewer: VisibilityScope,
  id: string,
  { state = 'live', lock = false }: LookupOptions = {},
): Promise<StoredDocument> {
  const visible = await visibleTo(tx, viewer)
  const seen = visible.ofFile('d')
  const row = lock ? await lockDocument(tx, id, seen) : await findDocument(tx.db, tx.tenantId, id, seen, false)
  if (!row || row.in_trash) throw notFound('The document')
  if (state !== 'any' && (row.deleted_at !== null) !== (state === 'trashed')) throw notFound('The document')
  if (row.is_seen) return row
  if (!row.task_id || !(await findVisibleTask(tx, viewer, row.task_id))) throw notFound('The document')
  return row
}
