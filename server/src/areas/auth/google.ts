import { randomInt } from 'node:crypto'
import { PersonId } from '@throughline/contracts/ids'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Egress } from '../../core/egress/egress.ts'
import { AppError } from '../../core/errors.ts'
import { hashToken } from '../../core/http/session.ts'
import { isTaken } from './auth.errors.ts'
import {
  createPerson,
  createWorkspace,
  findLogin,
  findPersonByEmail,
  findPersonByGoogle,
  isInvitedByStaff,
  spendNonce,
} from './auth.queries.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

const FAILED = 'Failed to sign in with Google. Please try again.'
export const providerRefused = (detail: string) => new AppError(401, 'provider_refused', FAILED, { detail })
const away = () =>
  new AppError(503, 'provider_away', FAILED, { detail: 'The provider can’t be reached.', retryAfter: 5 })

const Claims = z.object({
  sub: z.string().check(z.minLength(1)),
  email: z.email(),
  email_verified: z.literal(true),
  name: z._default(z.string(), ''),
  nonce: z.string().check(z.minLength(1)),
})
type Claims = z.infer<typeof Claims>

export type ProviderCheck = (token: string) => Promise<Claims>

/** Signature, algorithm, audience, issuer and expiry by the provider's published keys; nothing in the token is believed before. */
export function createProviderCheck(ctx: Context, egress: Egress): ProviderCheck {
  const { OIDC_ISSUER, GOOGLE_CLIENT_ID } = ctx.config
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined
  const loadKeys = async () => {
    const answer = await egress.fetch(`${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`)
    const { jwks_uri } = z.parse(z.object({ jwks_uri: z.url() }), JSON.parse(answer.body.toString('utf8')))
    return createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: egress.asFetch() })
  }
  return async (token) => {
    keys ??= loadKeys()
    const set = await keys.catch((err: unknown) => {
      keys = undefined
      ctx.log.warn({ err }, 'the identity provider cannot be reached')
      throw away()
    })
    const verified = await jwtVerify(token, set, {
      issuer: OIDC_ISSUER,
      audience: GOOGLE_CLIENT_ID,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'nonce'],
      maxTokenAge: '1 hour',
      clockTolerance: 5,
    }).catch((error: Error) => {
      ctx.log.info({ reason: error.message }, 'provider token refused')
      throw providerRefused('The sign-in couldn’t be verified.')
    })
    const claims = Claims.safeParse(verified.payload)
    if (!claims.success) throw providerRefused('The provider hasn’t verified this address.')
    return claims.data
  }
}

/** A nonce counts for the browser it was given to, once. */
export const nonceHash = (visitor: string, nonce: string) => hashToken(`${visitor}.${nonce}`)

/** Keyed on the provider's `sub`; an address alone never opens an account that someone else made. */
const findOrMake = (ctx: Context, claims: Claims) =>
  inIdentity(ctx, undefined, async ({ db }) => {
    // Looked at first: whom another tab made in between is then found by the `sub` at least.
    const sameAddress = await findPersonByEmail(db, claims.email)
    const known = await findPersonByGoogle(db, claims.sub)
    if (known) return PersonId.parse(known.person_id)
    if (sameAddress) {
      throw providerRefused(
        'This address has an account. Sign in with your password and connect Google in your profile.',
      )
    }
    const personId = await createPerson(db, {
      username: await freeUsername(db, claims.email),
      email: claims.email,
      name: claims.name,
      passwordHash: null,
      googleSub: claims.sub,
      authType: 'google',
      approved: !ctx.config.SIGNUP_APPROVAL || (await isInvitedByStaff(db, claims.email)),
    })
    await createWorkspace(db, { personId, kind: 'personal', name: WORKSPACE_NAME, zone: 'UTC' })
    return personId
  })

/** Spent by itself: a token that is refused further down cannot be tried again either. */
export async function requireFresh(ctx: Context, claims: Claims, visitor: string) {
  const fresh = await inIdentity(ctx, undefined, ({ db }) => spendNonce(db, nonceHash(visitor, claims.nonce)))
  if (!fresh) throw providerRefused('The sign-in was started elsewhere or used before.')
}

export async function personOfGoogle(ctx: Context, claims: Claims, visitor: string): Promise<PersonId> {
  await requireFresh(ctx, claims, visitor)
  for (let tries = 1; ; tries++) {
    try {
      return await findOrMake(ctx, claims)
    } catch (error) {
      // Another tab made the person, or someone took the username, in between: looked at again, both are found.
      if (tries === 3 || !isTaken(error)) throw error
    }
  }
}

/** The part before the @, made a valid username; a few digits follow where it is taken. */
async function freeUsername(db: Db, email: string): Promise<string> {
  const local = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}._-]/gu, '').replace(/^[^\p{L}\p{N}]+/u, '')
  const base = (local.length >= 2 ? local : `person-${local}`).slice(0, 24)
  if (!(await findLogin(db, base))) return base
  for (;;) {
    const candidate = `${base}${randomInt(10, 100_000)}`
    if (!(await findLogin(db, candidate))) return candidate
  }
}
