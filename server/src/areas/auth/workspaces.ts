import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { versionOf } from '../../core/images/version-of.ts'
import { openWorkspace, type WorkspaceRow, workspacesOf } from './sessions.queries.ts'

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
