import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { versionOf } from '../../core/images/version-of.ts'
import { belongsSomewhere, callValue, createWorkspace, moveSession } from './auth.queries.ts'
import { openWorkspace, type WorkspaceRow, workspacesOf } from './sessions.queries.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/** A logo is shown to those who are inside; elsewhere it could not be fetched. */
function logoOf({ tenant_id, logo_sha256 }: WorkspaceRow, viewer: Viewer) {
  if (!logo_sha256 || tenant_id !== viewer.tenantId) return null
  return `/v1/org/${tenant_id}/icon/?v=${versionOf(logo_sha256.toString('hex'))}`
}

export async function listWorkspaces(ctx: Context, viewer: Viewer) {
  const rows = await inIdentity(ctx, viewer.personId, ({ db }) => workspacesOf(db, viewer.personId))
  return rows.map((row) => ({
    tenant_id: row.tenant_id,
    member_id: row.member_id,
    name: row.name,
    kind: row.kind,
    role_display_name: row.role_display_name,
    logo_url: logoOf(row, viewer),
    current: row.tenant_id === viewer.tenantId,
  }))
}

/** The session moves; its sockets are sent away and come back in the new place. */
export async function enterWorkspace(ctx: Context, viewer: Viewer, tenantId: string) {
  await inIdentity(ctx, viewer.personId, async (tx) => {
    if (!(await openWorkspace(tx.db, viewer.tokenHash, tenantId, ctx.origin))) throw notFound('The workspace')
    tx.afterCommit(() => ctx.publish({ kind: 'moved', sessionIds: [viewer.sessionId] }))
  })
}

/**
 * For a person who no longer belongs where their session is: it goes on in the workspace they used last, or in a new one of
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
