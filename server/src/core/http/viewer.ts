import type { CurrentUser } from '@throughline/contracts/auth'
import type { MemberId, PersonId, SessionId, TenantId } from '@throughline/contracts/ids'
import type { Permission } from '@throughline/contracts/permissions'

/** The signed-in person in their active workspace: whom policies ask and in whose name doors open. */
export interface Viewer {
  sessionId: SessionId
  tokenHash: Buffer
  personId: PersonId
  tenantId: TenantId
  memberId: MemberId
  rank: number
  permissions: ReadonlySet<Permission>
  user: CurrentUser
}

/** In whose name lists are read: a signed-in viewer, or the member for whom a job works. */
export type ActingMember = Pick<Viewer, 'tenantId' | 'memberId' | 'permissions'> & {
  user: Pick<Viewer['user'], 'is_admin' | 'username'>
}

export const may = (viewer: Pick<Viewer, 'permissions'>, permission: Permission) => viewer.permissions.has(permission)
