import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { goOnElsewhere } from '../auth/auth.public.ts'
import { beginMemberAct, recordMemberAct, requireOwnerRemains } from './member-act.ts'
import { takeOut } from './member-status.ts'
import { endMemberSessions } from './members.queries.ts'

/** Their other devices are signed out; this one goes on elsewhere. */
export async function leave(ctx: Context, viewer: Viewer) {
  await inTenant(ctx, viewer, async (tx) => {
    const { target } = await beginMemberAct(tx, viewer, viewer.memberId)
    await requireOwnerRemains(tx, target)
    await takeOut(tx, target)
    const sessionIds = await endMemberSessions(tx.db, target.id, viewer.sessionId)
    if (sessionIds.length > 0) tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds }))
    recordMemberAct(tx, 'member.left', target, { role: target.role_display_name }, null)
  })
  await goOnElsewhere(ctx, viewer)
}
