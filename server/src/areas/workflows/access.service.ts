import type { Body } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { setWorkflowAccess } from '@throughline/contracts/workflows'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { type AccessRow, accessOf, replaceAccess } from './access.queries.ts'
import { openForChange } from './opened.ts'
import { publishWorkflowFrame } from './publish-frames.ts'
import { membersNamed, teamsNamed } from './references.queries.ts'
import type { Limitable } from './visibility.queries.ts'
import { audienceOf, visibleTo } from './visibility.service.ts'
import { accessWire } from './workflow-wire.ts'

const recordOf = (visibility: string, rows: readonly AccessRow[]) => ({
  visibility,
  teams: rows.flatMap(({ team_id }) => team_id ?? []),
  members: rows.flatMap(({ member_id }) => member_id ?? []),
})

/**
 * Says who sees a workflow or form. The person who says so keeps seeing it. Answers the rule that held before and the
 * one that holds now, as the audit has them, and the rows of the new one.
 */
export async function writeAccess(
  tx: TenantTx,
  viewer: Viewer,
  kind: Limitable,
  { id, visibility }: { id: string; visibility: string },
  body: Body<typeof setWorkflowAccess>,
) {
  const { db, tenantId } = tx
  const before = await accessOf(db, tenantId, kind, [id])
  const limited = body.visibility === 'limited'
  const teamIds = limited ? [...new Set(body.team_ids)] : []
  const memberIds = limited ? [...new Set(body.member_ids)] : []
  if ((await teamsNamed(db, tenantId, teamIds)).length < teamIds.length) throw notFound('This team')
  if ((await membersNamed(db, tenantId, memberIds, true)).length < memberIds.length) throw notFound('This member')
  await replaceAccess(db, tenantId, kind, id, { visibility: body.visibility, teamIds, memberIds })
  const visible = await visibleTo(tx, viewer)
  if (!(kind === 'form' ? visible.canSeeForm(id) : visible.canSee(id))) {
    throw conflict('would_hide_from_you', `You would lose access to this ${kind}. Add yourself or one of your teams.`)
  }
  const rows = await accessOf(db, tenantId, kind, [id])
  return { before: recordOf(visibility, before), after: recordOf(body.visibility, rows), rows }
}

export const limitWorkflow = (ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof setWorkflowAccess>) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const { row } = await openForChange(tx, viewer, id)
    // Whoever loses it is told as well, by what held until now.
    await publishWorkflowFrame(tx, 'workflow.access', row)
    const seeing = await audienceOf(tx, id)
    const { before, after, rows } = await writeAccess(tx, viewer, 'workflow', row, body)
    const named = await audienceOf(tx, id)
    if (seeing && named) {
      const to = named.filter((one) => !seeing.includes(one))
      tx.notify({ type: 'workflow_shared', because: 'shared', name: row.name, text: '', to, about: { workflow: id } })
    }
    await publishWorkflowFrame(tx, 'workflow.access', { id, visibility: body.visibility })
    tx.audit({ act: 'workflow.access', kind: 'workflow', id, data: { name: row.name, before, after } })
    return { data: accessWire(tx.tenantId, body.visibility, rows) }
  })
