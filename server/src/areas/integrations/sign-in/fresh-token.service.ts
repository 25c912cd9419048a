import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { codeOf } from '../../../core/db/busy.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { Secret } from '../../../core/secret.ts'
import { concernsOneSignIn, type OauthClient, SignInEndedError, type Tokens } from './oauth-client.ts'
import { dropTokens, findTokens, keepTokens, lockTokens, type TokensRow } from './sealed-grants.queries.ts'
import type { OauthRegistration } from './sign-in.ts'
import { openTokens, type StoredTokens, sealTokens } from './tokens.ts'

const FIVE_MINUTES = 300_000
const SHARE_OF_LIFE = 5
const LOCK_NOT_AVAILABLE = '55P03'
/** Each holds one of the process's few connections while the provider is asked. */
const MAX_RENEWALS = 4
/** A provider that failed is not asked again for so long, while old tokens are good. */
const PAUSE_MS = 30_000
const MAX_COMMITS = 3
const BETWEEN_COMMITS_MS = 200

/** Renewed five minutes or a fifth of its life before its end, whichever is shorter. */
const isDue = ({ ends_at, life_seconds }: TokensRow, now: number): boolean => {
  const margin = Math.min(FIVE_MINUTES, ((life_seconds ?? 0) * 1000) / SHARE_OF_LIFE)
  return ends_at === null || ends_at.getTime() - margin <= now
}

export type FreshToken = { token: Secret<string> } | { signedOut: true } | { away: true }

/** Whether the locked row still needs it: another worker may have renewed it by now. */
type IsNeeded = (row: TokensRow, accessToken: string) => boolean

interface Wanted {
  isNeeded: IsNeeded
  /** Whether the old token will do where the provider gives no new one. */
  orOld: boolean
}

interface TokenOf {
  tenantId: TenantId
  grantId: string
  registration: OauthRegistration
}

/** A provider that is away does not matter as long as the token is good. */
const useOld = ({ ends_at }: TokensRow, token: string): FreshToken =>
  ends_at !== null && ends_at.getTime() > Date.now() ? { token: new Secret(token) } : { away: true }

/** Runs so many at a time; the others wait in the order in which they came. */
function createLanes(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < limit) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Which sign-ins, and which providers as a whole, are not asked for now. */
function createPauses() {
  const pauses = new Map<string, number>()
  return {
    begin: (key: string) => {
      for (const [other, until] of pauses) if (until <= Date.now()) pauses.delete(other)
      pauses.set(key, Date.now() + PAUSE_MS)
    },
    has: ({ grantId, registration }: TokenOf) =>
      [grantId, registration.issuer].some((key) => (pauses.get(key) ?? 0) > Date.now()),
  }
}

/**
 * Asks providers for new tokens. What one gave is held until it is committed, since a provider that replaces refresh
 * tokens would not give it again.
 */
function createAsk(ctx: Context, oauth: OauthClient, pauses: ReturnType<typeof createPauses>) {
  const uncommitted = new Map<string, Secret<{ before: string; fresh: Tokens }>>()
  return {
    isUncommitted: (grantId: string) => uncommitted.has(grantId),
    committed: (grantId: string) => void uncommitted.delete(grantId),
    /** Where another token is stored, it was committed although nobody heard of that, or somebody signed in since. */
    forgetUnlessMadeFrom: (grantId: string, accessToken: string | undefined) => {
      if (uncommitted.get(grantId)?.reveal().before !== accessToken) uncommitted.delete(grantId)
    },
    tokens: async ({ grantId, registration }: TokenOf, stored: StoredTokens): Promise<Tokens | 'ended' | 'failed'> => {
      const held = uncommitted.get(grantId)?.reveal()
      if (held) return held.fresh
      try {
        // Without one the sign-in ends with its token.
        if (stored.refresh_token === undefined) throw new SignInEndedError('there is no refresh token')
        const fresh = await oauth.refresh(registration, stored.refresh_token)
        uncommitted.set(grantId, new Secret({ before: stored.access_token, fresh }))
        return fresh
      } catch (error) {
        if (error instanceof SignInEndedError) return 'ended'
        pauses.begin(concernsOneSignIn(error) ? grantId : registration.issuer)
        // Nothing of the error is logged: the request that it is about carried the token.
        ctx.log.warn({ grant: grantId }, 'a provider did not renew a sign-in')
        return 'failed'
      }
    },
  }
}

/** Only the worker's role may read what this needs. */
export function createFreshToken(ctx: Context, oauth: OauthClient) {
  /** One process asks for the row once, however many calls want the token. */
  const renewing = new Map<string, Promise<FreshToken>>()
  const inLane = createLanes(MAX_RENEWALS)
  const pauses = createPauses()
  const ask = createAsk(ctx, oauth, pauses)

  /**
   * The row stays locked until the new tokens are committed: other workers wait and then find them, and what was not
   * committed is used by nobody.
   */
  const renew = (of: TokenOf, { isNeeded, orOld }: Wanted): Promise<FreshToken> => {
    const { tenantId, grantId } = of
    return inTenant(ctx, { tenantId }, async (tx) => {
      const row = await lockTokens(tx.db, tenantId, grantId)
      const stored = row?.tokens && (await openTokens(ctx, tenantId, grantId, row.tokens)).reveal()
      ask.forgetUnlessMadeFrom(grantId, stored?.access_token)
      if (!row || !stored) return { signedOut: true }
      if (!isNeeded(row, stored.access_token)) return useOld(row, stored.access_token)
      const fresh = await ask.tokens(of, stored)
      if (fresh === 'failed') return orOld ? useOld(row, stored.access_token) : { away: true }
      if (fresh === 'ended') {
        await dropTokens(tx.db, tenantId, grantId)
        return { signedOut: true }
      }
      await keepTokens(tx.db, tenantId, grantId, await sealTokens(ctx, tenantId, grantId, fresh))
      tx.afterCommit(() => ask.committed(grantId))
      return { token: new Secret(fresh.access_token) }
    })
  }

  /** A commit that failed is repeated with what the provider gave, now or when the token is next needed. */
  async function renewAndCommit(of: TokenOf, wanted: Wanted): Promise<FreshToken> {
    for (let commits = 1; ; commits++) {
      try {
        return await renew(of, wanted)
      } catch (error) {
        if (commits === MAX_COMMITS || !ask.isUncommitted(of.grantId)) throw error
        ctx.log.warn({ grant: of.grantId }, 'the new tokens of a sign-in were not committed')
        await sleep(BETWEEN_COMMITS_MS)
      }
    }
  }

  function renewOnce(of: TokenOf, wanted: Wanted): Promise<FreshToken> {
    const under = renewing.get(of.grantId)
    if (under) return under
    // The key is fetched now: a transaction that waited for it would hold a connection while it asks for a second.
    const made = tenantKey(ctx, of.tenantId)
      .then(() => inLane(() => renewAndCommit(of, wanted)))
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
      const isNeeded: IsNeeded = (found) => isDue(found, Date.now()) && !pauses.has(of)
      if (isNeeded(row, '')) return await renewOnce(of, { isNeeded, orOld: true })
      return useOld(row, (await openTokens(ctx, tenantId, grantId, row.tokens)).reveal().access_token)
    },
    /** Whatever its end: shows that it can be renewed. */
    renew: (of: TokenOf): Promise<FreshToken> => renewOnce(of, { isNeeded: () => true, orOld: false }),
    /** Another than one that was refused before its end. Of all calls that met the refusal, one renews. */
    replace: async (of: TokenOf, refused: Secret<string>): Promise<FreshToken> => {
      const isNeeded: IsNeeded = (_, token) => token === refused.reveal() && !pauses.has(of)
      const fresh = await renewOnce(of, { isNeeded, orOld: true })
      return 'token' in fresh && fresh.token.reveal() === refused.reveal() ? { away: true } : fresh
    },
  }
}
export type FreshTokens = ReturnType<typeof createFreshToken>
