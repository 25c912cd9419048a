import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import { versionOf } from '../../instances/instances.public.ts'
import { stepsInOrder, type VisibilityScope, visibleTo } from '../../workflows/workflows.public.ts'

/** Steps in which somebody can attach something, each step's first way on first; what nothing leads to comes last. */
export async function stepsOf(
  tx: ReadTx,
  viewer: VisibilityScope,
  workflowId: string,
): Promise<{ id: string; name: string }[]> {
  const visible = await visibleTo(tx, viewer)
  const workflow = await tx.db
    .selectFrom('workflows')
    .select('current_version')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!workflow || !visible.canSee(workflowId)) throw notFound('This workflow')
  if (!workflow.current_version) return []
  const { doc } = await versionOf(tx.db, tx.tenantId, workflowId, workflow.current_version)
  return stepsInOrder(doc).flatMap(({ id, name, type }) =>
    type === 'manual' || type === 'approval' ? [{ id, name }] : [],
  )
}
