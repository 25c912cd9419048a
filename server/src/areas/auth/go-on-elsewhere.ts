import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { belongsSomewhere, callValue, createWorkspace, moveSession } from './auth.queries.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/**
 * For whoever no longer belongs where their session is: it goes on in the workspace they used last, or in a new one of
 * their own. Only who is kept out of all others has nowhere to go, and is signed out.
 */
export async function goOnElsewhere(ctx: Context, viewer: Viewer): Promise<void> {
  await inIdentity(ctx, viewer.personId, async (tx) => {
    tx.afterCommit(() => ctx.publish({ kind: 'moved', sessionIds: [viewer.sessionId] }))
    const moved = sql<{ value: boolean }>`select auth.move_session_on(${viewer.tokenHash}) as value`
    if (await callValue(tx.db, moved)) return
    if (await belongsSomewhere(tx.db, viewer.personId)) return
    const own = { personId: viewer.personId, kind: 'personal', name: WORKSPACE_NAME, zone: 'UTC' } as const
    const { tenantId } = await createWorkspace(tx.db, own)
    await moveSession(tx.db, viewer.tokenHash, tenantId)
  })
}
