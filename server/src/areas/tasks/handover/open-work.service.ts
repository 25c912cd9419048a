import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { openWorkOf, takeOver } from '@throughline/contracts/task-acts'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { isTeamHere } from '../../instances/teams.service.ts'
import { findMember } from '../list/people.queries.ts'
import { type Handover, handBatch } from './hand-over.ts'
import { countOpenWork } from './open-work.queries.ts'

type Reading = Pick<TenantTx, 'db' | 'tenantId'>

/** Whoever was removed already may still have work to hand over. */
async function requireKnown({ db, tenantId }: Reading, memberId: string) {
  const known = await db
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!known) throw notFound('This member')
}

export const openWork = (ctx: Context, viewer: Viewer, memberId: string): Promise<Made<typeof openWorkOf>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireKnown(tx, memberId)
    return { data: await countOpenWork(tx.db, tx.tenantId, memberId) }
  })

async function targetOf({ db, tenantId }: Reading, from: string, body: Body<typeof takeOver>): Promise<Handover['to']> {
  const { to_member, to_team } = body
  if ((to_member === undefined) === (to_team === undefined)) throw invalid('Say who, or which team, takes over')
  if (to_team !== undefined) {
    if (!(await isTeamHere(db, tenantId, to_team))) throw notFound('This team')
    return { team: to_team }
  }
  const member = to_member && (await findMember(db, tenantId, to_member))
  if (!member) throw notFound('This member')
  if (member.id === from || member.status !== 'active') {
    throw invalid('Work goes to somebody else who is here', [{ path: 'to_member', message: 'unknown_person' }])
  }
  return { member: member.id }
}

/** The first tasks at once; where there are more, the rest in the background. */
export const handOver = (
  ctx: Context,
  viewer: Viewer,
  from: string,
  body: Body<typeof takeOver>,
): Promise<Made<typeof takeOver>> =>
  inTenant(ctx, viewer, async (tx) => {
    await requireKnown(tx, from)
    const handover = { from, to: await targetOf(tx, from, body), by: viewer.memberId }
    const { moved, next } = await handBatch(tx, handover, undefined)
    if (next === undefined) return { data: { moved } }
    const id = randomUUID()
    const args = { tenantId: tx.tenantId, ...handover, after: next }
    tx.start(id, { workflow: 'handOverWork', workflowId: `hand-over:${id}`, args })
    const { assigned, approvals, reviews } = await countOpenWork(tx.db, tx.tenantId, from)
    return { data: { moved: moved + assigned + approvals + reviews } }
  })
