import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { openWorkOf, takeOver } from '@throughline/contracts/task-acts'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { forbidden, invalid, notFound, notYours } from '../../../core/errors.ts'
import { permissionsOf } from '../../../core/http/session.ts'
import { may, type Viewer } from '../../../core/http/viewer.ts'
import { findMemberWithRole } from '../../exports/exports.public.ts'
import { isTeamHere } from '../../instances/instances.public.ts'
import { countConnectionsOf, handOverConnections } from '../../integrations/integrations.public.ts'
import { findMember } from '../list/people.queries.ts'
import { type Handover, handBatch } from './hand-over.ts'
import { countOpenWork, queuesLeftAlone } from './open-work.queries.ts'

/** Removed members are found, too: they may still have work to hand over. */
async function requireAssignee({ db, tenantId }: ReadTx, memberId: string) {
  const holder = await db
    .selectFrom('members as m')
    .innerJoin('roles as r', (on) => on.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.id', '=', 'm.role_id'))
    .select(['m.id', 'm.status', 'r.rank'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()
  if (!holder) throw notFound('This member')
  return holder
}

/** People hand over their own work; the work of others is handed over by those who manage members. */
function requireMayHandOver(viewer: Viewer, holder: { id: string; rank: number }) {
  if (holder.id === viewer.memberId) return
  if (!may(viewer, 'members.manage')) throw notYours('You can only hand over your own work')
  if (holder.rank < viewer.rank) throw forbidden('You can’t hand over the work of someone whose role is above your own')
}

export const openWork = (ctx: Context, viewer: Viewer, memberId: string): Promise<Made<typeof openWorkOf>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireAssignee(tx, memberId)
    const counts = await countOpenWork(tx.db, tx.tenantId, memberId)
    const connections = await countConnectionsOf(tx.db, tx.tenantId, memberId)
    return { data: { ...counts, connections, queues: await queuesLeftAlone(tx.db, tx.tenantId, memberId) } }
  })

async function targetOf(
  { db, tenantId }: ReadTx,
  viewer: Viewer,
  from: string,
  body: Body<typeof takeOver>,
): Promise<Handover['to']> {
  const { to_member, to_team } = body
  if ((to_member === undefined) === (to_team === undefined)) throw invalid('Choose a person or a team to take over')
  if (to_team !== undefined) {
    if (!(await isTeamHere(db, tenantId, to_team))) throw notFound('This team')
    return { team: to_team }
  }
  const member = to_member && (await findMember(db, tenantId, to_member))
  if (!member) throw notFound('This member')
  if (member.id === from || member.status !== 'active') {
    throw invalid('Choose another active member or a team', [{ path: 'to_member', message: 'unknown_person' }])
  }
  if (member.id === viewer.memberId) throw forbidden('You can’t hand work over to yourself')
  return { member: member.id }
}

/**
 * A connection belongs to a person who may connect tools: the one who takes over, else the one who hands over. While its
 * owner is here, nobody else moves it, so that nobody calls with the access of a colleague.
 */
async function handConnections(tx: TenantTx, { from, to, by, approvals }: Handover): Promise<void> {
  if (!approvals) return
  const taker = 'member' in to ? await findMemberWithRole(tx.db, tx.tenantId, to.member) : undefined
  const canConnect = taker && permissionsOf(taker).includes('integrations.connect')
  const owner = canConnect && 'member' in to ? to.member : by
  if (owner !== from) await handOverConnections(tx, from, owner)
}

/** The first tasks at once; where there are more, the rest in the background. */
export const handOver = (
  ctx: Context,
  viewer: Viewer,
  from: string,
  body: Body<typeof takeOver>,
): Promise<Made<typeof takeOver>> =>
  inTenant(ctx, viewer, async (tx) => {
    const holder = await requireAssignee(tx, from)
    requireMayHandOver(viewer, holder)
    // While the holder is here and can vote, nobody else moves their vote.
    const approvals = from === viewer.memberId || holder.status !== 'active'
    const handover = { from, to: await targetOf(tx, viewer, from, body), by: viewer.memberId, approvals }
    await handConnections(tx, handover)
    const { moved, next } = await handBatch(tx, handover, undefined)
    if (next === undefined) return { data: { moved } }
    const id = randomUUID()
    const args = { tenantId: tx.tenantId, ...handover, after: next }
    tx.start(id, { workflow: 'handOverWork', workflowId: `hand-over:${id}`, args })
    const left = await countOpenWork(tx.db, tx.tenantId, from)
    return { data: { moved: moved + left.assigned + left.reviews + (approvals ? left.approvals : 0) } }
  })
