import type { Context } from '../../core/context.ts'
import type { ReportBinding } from '../../core/db/in-report.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'

/** What a connection may read for a member: as much as they may see at this moment. */
export async function bindingTo(
  ctx: Context,
  scope: Scope,
  viewer: VisibilityScope,
  seconds: number,
): Promise<ReportBinding> {
  const visible = await readTenant(ctx, scope, (tx) => visibleTo(tx, viewer))
  return {
    scope,
    memberId: visible.seesAll ? null : viewer.memberId,
    hidden: [...visible.hidden, ...visible.hiddenForms],
    seconds,
  }
}
