import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { askedOfAnother } from './message-rows.queries.ts'

/**
 * A mail that was forwarded leads a colleague to a message that is not theirs. They are told nothing of it; the audit
 * keeps that they came, where somebody still waits for what it asks.
 */
export const auditForwarded = (ctx: Context, viewer: Viewer, id: string): Promise<void> =>
  inTenant(ctx, viewer, async (tx) => {
    const asked = await askedOfAnother(tx.db, id)
    if (!asked) return
    const data = { name: asked.title, to: asked.member_id }
    tx.audit({ act: 'task.forwarded_link_refused', kind: 'task', id: asked.task_id, data })
  })
