import type { TenantId } from '@throughline/contracts/ids'
import { forbidden, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'

/** Someone else's organisation is not there, and neither is one's own while it is a personal workspace. */
export function requireOwnOrganization(viewer: Viewer, orgId: TenantId) {
  if (viewer.user.organization_id !== orgId) throw notFound('This organization')
}

/** Nobody grants above their own rank; lower is mightier. */
export function requireGrantable(viewer: Viewer, rank: number) {
  if (rank < viewer.rank) throw forbidden('You cannot give a role above your own')
}
