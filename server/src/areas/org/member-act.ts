import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from './access-change.queries.ts'
import { findRanked, hasOtherActingOwner, lockRanked, type RankedMember } from './members.queries.ts'
import { isActingOwner, lastOwner, requireNotMightier } from './org.policy.ts'

/** Locked until the commit. */
export async function requireMember(tx: TenantTx, memberId: string): Promise<RankedMember> {
  const member = await lockRanked(tx.db, tx.tenantId, memberId)
  if (!member) throw notFound('This member')
  return member
}

/**
 * Acts upon members come one after the other, and each looks anew at whoever acts: they may have lost their role, or
 * been kept out, by the act before.
 */
export async function beginMemberAct(tx: TenantTx, viewer: Viewer, memberId: string) {
  await beginAccessChange(tx.db, tx.tenantId)
  const actor = await findRanked(tx.db, tx.tenantId, viewer.memberId)
  if (actor?.status !== 'active' || actor.rank !== viewer.rank) throw forbidden()
  const target = await requireMember(tx, memberId)
  requireNotMightier(actor, target)
  return { actor, target }
}

/** Only after `beginMemberAct`, whose lock keeps two owners from counting on each other. */
export async function requireOwnerRemains(tx: TenantTx, target: RankedMember) {
  if (!isActingOwner(target)) return
  if (!(await hasOtherActingOwner(tx.db, tx.tenantId, target.role_id, target.id))) throw lastOwner()
}

/** The audit looks up the member's name when it is read: their row stays when they go. */
export function recordMemberAct(
  tx: TenantTx,
  act: string,
  member: Pick<RankedMember, 'id'>,
  before: JsonObject | null,
  after: JsonObject | null,
) {
  tx.emit({ type: act, kind: 'member', id: member.id })
  tx.audit({ act, kind: 'member', id: member.id, data: { before, after } })
}
