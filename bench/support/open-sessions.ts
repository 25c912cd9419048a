import { createHash, randomUUID } from 'node:crypto'
import type { RateClass } from '../../contracts/src/endpoint.ts'
import type { PersonId } from '../../contracts/src/ids.ts'
import { openSession } from '../../server/src/areas/auth/auth.queries.ts'
import type { Context } from '../../server/src/core/context.ts'
import { inIdentity } from '../../server/src/core/db/in-identity.ts'
import { LIMITS } from '../../server/src/core/http/rate-limits.ts'

/** One person, organisation and address ask for all of them. */
export const NO_SHARED_LIMIT = '1000'

/**
 * So many that none reaches its rate class while all together make this many calls a second. A bench that is refused
 * measures nothing, so it asks for ten times what two slow processors reach.
 */
export const sessionsFor = (rate: RateClass, callsASecond: number): number =>
  Math.ceil((callsASecond * LIMITS[rate].seconds) / LIMITS[rate].points)

/** Of one person. */
export async function openSessions(ctx: Context, host: string, personId: PersonId, count: number) {
  const tokens = Array.from({ length: count }, () => randomUUID())
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  for (const hash of hashes)
    await inIdentity(ctx, undefined, ({ db }) => openSession(db, { hash, host, personId, origin: undefined }))
  return { tokens, hash: hashes[0]?.toString('hex') ?? '' }
}
