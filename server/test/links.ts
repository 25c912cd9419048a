import { MemberId } from '@throughline/contracts/ids'
import type { RoleName } from '@throughline/contracts/permissions'
import { type NewVerification, putVerification } from '../src/areas/auth/auth.queries.ts'
import { insertInvited, putInvitation } from '../src/areas/org/members.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { newToken } from '../src/core/http/session.ts'
import type { Tenant } from './factories.ts'

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

export function makeInvitation(ctx: Context, tenant: Tenant, email: string, role: RoleName = 'member') {
  const { token, hash } = newToken()
  return inTenant(ctx, { tenantId: tenant.tenantId }, async (tx) => {
    const member = { name: 'Invited Person', email, roleId: tenant.roles[role].id, teamId: null }
    const memberId = MemberId.parse(await insertInvited(tx.db, tx.tenantId, member, tenant.ownerId))
    await putInvitation(tx.db, hash, memberId)
    return { token, memberId }
  })
}
