import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { findStartHead } from './startable.queries.ts'

/** A workflow that the viewer may see; what is hidden or in the trash is not there. */
export async function startableWorkflow(tx: ReadTx, visible: Visibility, id: string) {
  const head = visible.canSee(id) ? await findStartHead(tx.db, tx.tenantId, id) : undefined
  if (!head) throw notFound('This workflow')
  return head
}
