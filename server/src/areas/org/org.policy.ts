import { CODES } from '@throughline/contracts/errors'
import type { MemberId, TenantId } from '@throughline/contracts/ids'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'

/** Someone else's organisation is not there, and neither is one's own while it is a personal workspace. */
export function requireOwnOrganization(viewer: Viewer, orgId: TenantId) {
  if (viewer.user.organization_id !== orgId) throw notFound('This organization')
}

export function requirePersonalWorkspace(viewer: Viewer) {
  if (viewer.user.organization_id) throw alreadyOrganization()
}

export const alreadyOrganization = () => conflict('already_organization', 'This workspace is already an organization')

/** Owners have rank 0; lower is mightier. */
const OWNER_RANK = 0

export interface Ranked {
  id: string
  rank: number
  status: string
}

/** Nobody grants above their own rank. */
export function requireGrantable(actor: Pick<Ranked, 'rank'>, rank: number) {
  if (rank < actor.rank) throw forbidden('You can’t grant a role above your own')
}

/** Nobody changes, suspends or removes someone mightier than oneself. */
export function requireNotMightier(actor: Pick<Ranked, 'rank'>, target: Pick<Ranked, 'rank'>) {
  if (target.rank < actor.rank) throw forbidden('You can’t change someone whose role is above your own')
}

export function requireNotOneself(actor: { id: MemberId | string }, target: Pick<Ranked, 'id'>, message: string) {
  if (actor.id === target.id) throw forbidden(message)
}

/** Whether the organisation would lose an owner who acts for it now. */
export const isActingOwner = (member: Pick<Ranked, 'rank' | 'status'>) =>
  member.rank === OWNER_RANK && member.status === 'active'

export const lastOwner = () =>
  conflict(CODES.lastOwner, 'An organization needs an owner. Make someone else an owner first.')
