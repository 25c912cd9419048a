import type { RoleName } from '@throughline/contracts/permissions'
import { type NewVerification, putVerification } from '../src/areas/auth/auth.queries.ts'
import { putInvitations } from '../src/areas/org/invite.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { newToken } from '../src/core/http/session.ts'
import { makeInvited, type Tenant } from './factories.ts'

/** Verification strings as mails carry them, made by the product's own queries. */
export async function makeLink(
  ctx: Context,
  purpose: NewVerification['purpose'],
  email: string,
  personId: string | null = null,
): Promise<string> {
  const { token, hash } = newToken()
  await inIdentity(ctx, undefined, ({ db }) =>
    putVerification(db, { hash, purpose, email, personId, goodFor: '30 minutes' }),
  )
  return token
}

export async function makeInvitation(ctx: Context, tenant: Tenant, email: string, role: RoleName = 'member') {
  const { token, hash } = newToken()
  const memberId = await makeInvited(ctx, tenant, { name: 'Invited Person', email, role })
  await inTenant(ctx, { tenantId: tenant.tenantId }, (tx) => putInvitations(tx.db, [{ memberId, hash }]))
  return { token, memberId }
}
