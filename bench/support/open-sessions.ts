import { createHash, randomUUID } from 'node:crypto'
import type { PersonId } from '../../contracts/src/ids.ts'
import { openSession } from '../../server/src/areas/auth/auth.queries.ts'
import type { Context } from '../../server/src/core/context.ts'
import { inIdentity } from '../../server/src/core/db/in-identity.ts'

/** Of one person; a hundred are so many that no rate class is reached. */
export async function openSessions(ctx: Context, host: string, personId: PersonId, count = 100) {
  const tokens = Array.from({ length: count }, () => randomUUID())
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  for (const hash of hashes)
    await inIdentity(ctx, undefined, ({ db }) => openSession(db, { hash, host, personId, origin: undefined }))
  return { tokens, hash: hashes[0]?.toString('hex') ?? '' }
}
