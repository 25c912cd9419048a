import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { ActingMember } from '../../../core/http/viewer.ts'
import { findSomeone } from './people.queries.ts'

/** Whose work is asked for: oneself needs no looking up, and whoever is not here has none. */
export async function memberInFilter(
  { db, tenantId }: ReadTx,
  viewer: Pick<ActingMember, 'memberId' | 'user'>,
  username: string,
): Promise<string | undefined> {
  if (username.toLowerCase() === viewer.user.username.toLowerCase()) return viewer.memberId
  return (await findSomeone(db, tenantId, username))?.id
}
