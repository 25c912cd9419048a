import { createHash, randomBytes } from 'node:crypto'
import type { PersonId } from '@throughline/contracts/ids'
import { openSession } from '../src/areas/auth/auth.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { findSession } from '../src/core/http/session.ts'
import type { Viewer } from '../src/core/http/viewer.ts'

const HOST = 'app.example.test'

/** Somebody with a session of their own, for services that are called without an API. */
export async function viewerOf(ctx: Context, personId: PersonId): Promise<Viewer> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await inIdentity(ctx, undefined, ({ db }) => openSession(db, { hash, host: HOST, personId, origin: undefined }))
  const viewer = await findSession(ctx, token, HOST)
  if (!viewer) throw new Error('nobody is signed in')
  return viewer
}
