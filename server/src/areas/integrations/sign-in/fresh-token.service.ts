import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { codeOf } from '../../../core/db/busy.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { Secret } from '../../../core/secret.ts'
import { type OauthClient, SignInEndedError } from './oauth-client.ts'
import { dropTokens, findTokens, keepTokens, lockTokens, type TokensRow } from './sealed-grants.queries.ts'
import type { OauthRegistration } from './sign-in.ts'
import { openTokens, sealTokens } from './tokens.ts'

const FIVE_MINUTES = 300_000
const SHARE_OF_LIFE = 5
const LOCK_NOT_AVAILABLE = '55P03'

/** Renewed five minutes or a fifth of its life before its end, whichever is shorter. */
const isDue = ({ ends_at, life_seconds }: TokensRow, now: number): boolean => {
  const margin = Math.min(FIVE_MINUTES, ((life_seconds ?? 0) * 1000) / SHARE_OF_LIFE)
  return ends_at === null || ends_at.getTime() - margin <= now
}

export type FreshToken = { token: Secret<string> } | { signedOut: true } | { away: true }

/** Asked of the locked row, since another worker may have renewed it meanwhile. */
type IsNeeded = (row: TokensRow, accessToken: string) => boolean

const isDueNow: IsNeeded = (row) => isDue(row, Date.now())

interface TokenOf {
  tenantId: TenantId
  grantId: string
  registration: OauthRegistration
}

/** Only the worker's role may read what this needs. */
export function createFreshToken(ctx: Context, oauth: OauthClient) {
  /** One process asks for the row once, however many calls want the token. */
  const renewing = new Map<string, Promise<FreshToken>>()

  /** A provider that is away does not matter as long as the token is good. */
  function useOld(row: TokensRow, token: string): FreshToken {
    return row.ends_at !== null && row.ends_at.getTime() > Date.now() ? { token: new Secret(token) } : { away: true }
  }

  /**
   * The row stays locked until the new tokens are committed: other workers wait and then find them, and what was not
   * committed is used by nobody.
   */
  const renew = ({ tenantId, grantId, registration }: TokenOf, isNeeded: IsNeeded): Promise<FreshToken> =>
    inTenant(ctx, { tenantId }, async ({ db }) => {
      const row = await lockTokens(db, tenantId, grantId)
      if (!row?.tokens) return { signedOut: true }
      const { access_token, refresh_token } = (await openTokens(ctx, tenantId, grantId, row.tokens)).reveal()
      if (!isNeeded(row, access_token)) return { token: new Secret(access_token) }
      try {
        // Without one the sign-in ends with its token.
        if (refresh_token === undefined) throw new SignInEndedError('there is no refresh token')
        const fresh = await oauth.refresh(registration, refresh_token)
        await keepTokens(db, tenantId, grantId, await sealTokens(ctx, tenantId, grantId, fresh))
        return { token: new Secret(fresh.access_token) }
      } catch (error) {
        if (error instanceof SignInEndedError) {
          await dropTokens(db, tenantId, grantId)
          return { signedOut: true }
        }
        // Nothing of the error is logged: the request that it is about carried the token.
        ctx.log.warn({ grant: grantId }, 'a provider did not renew a sign-in')
        return useOld(row, access_token)
      }
    })

  function renewOnce(of: TokenOf, isNeeded: IsNeeded): Promise<FreshToken> {
    const under = renewing.get(of.grantId)
    if (under) return under
    // The key is fetched now: a transaction that waited for it would hold a connection while it asks for a second.
    const made = tenantKey(ctx, of.tenantId)
      .then(() => renew(of, isNeeded))
      // Another worker holds the row longer than anybody waits: its provider is slow, and nothing was sent.
      .catch((error: unknown): FreshToken => {
        if (error instanceof Error && codeOf(error) === LOCK_NOT_AVAILABLE) return { away: true }
        throw error
      })
      .finally(() => renewing.delete(of.grantId))
    renewing.set(of.grantId, made)
    return made
  }

  return {
    /** A token that is good for a while, renewed first where its end is near. */
    get: async (of: TokenOf): Promise<FreshToken> => {
      const { tenantId, grantId } = of
      const row = await readTenant(ctx, { tenantId }, ({ db }) => findTokens(db, tenantId, grantId))
      if (!row?.tokens) return { signedOut: true }
      if (isDue(row, Date.now())) return await renewOnce(of, isDueNow)
      return { token: new Secret((await openTokens(ctx, tenantId, grantId, row.tokens)).reveal().access_token) }
    },
    /** Whatever its end: shows that it can be renewed. */
    renew: (of: TokenOf): Promise<FreshToken> => renewOnce(of, () => true),
    /** Another than one that was refused before its end. Of all calls that met the refusal, one renews. */
    replace: async (of: TokenOf, refused: Secret<string>): Promise<FreshToken> => {
      const fresh = await renewOnce(of, (_, token) => token === refused.reveal())
      const isSame = 'token' in fresh && fresh.token.reveal() === refused.reveal()
      return isSame ? { away: true } : fresh
    },
  }
}
export type FreshTokens = ReturnType<typeof createFreshToken>
