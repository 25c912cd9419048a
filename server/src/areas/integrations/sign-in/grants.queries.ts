import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** From the beginning until the person is back. */
const RETURN_WITHIN = sql<Date>`now() - interval '10 minutes'`

interface NewGrant {
  id: string
  tool_id: string
  member_id: string
  session_id: string
  state_hash: Buffer
  asked: string[]
  verifier: Buffer
  key_no: number
}

export async function insertGrant(db: Db, tenantId: string, grant: NewGrant): Promise<void> {
  await db
    .insertInto('oauth_grants')
    .values({ tenant_id: tenantId, ...grant })
    .execute()
}

/** What may be shown of it: nothing that is sealed. */
export const findGrant = (db: Db, tenantId: string, memberId: string, id: string) =>
  db
    .selectFrom('oauth_grants')
    .select(['id', 'tool_id', 'state', 'problem', 'account', 'asked', 'granted', 'test', 'begun_at'])
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>

interface Returning {
  member_id: string
  session_id: string
  state_hash: Buffer
}

/** The one that this browser and session began; nobody finds it a second time. */
export const takeReturned = (db: Db, tenantId: string, { member_id, session_id, state_hash }: Returning) =>
  db
    .updateTable('oauth_grants')
    .set({ state: 'returned' })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', member_id)
    .where('session_id', '=', session_id)
    .where('state_hash', '=', state_hash)
    .where('state', '=', 'begun')
    .where('begun_at', '>', RETURN_WITHIN)
    .returning(['id', 'tool_id'])
    .executeTakeFirst()

export async function keepReturned(db: Db, tenantId: string, id: string, returned: Buffer): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ returned })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function failGrant(db: Db, tenantId: string, id: string, problem: string): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ state: 'failed', problem, verifier: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** What no connection has; false where there is none. */
export async function deleteGrant(db: Db, tenantId: string, memberId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('oauth_grants')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('integration_id', 'is', null)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function deleteGrantOf(db: Db, tenantId: string, integrationId: string): Promise<void> {
  await db
    .deleteFrom('oauth_grants')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .execute()
}

interface Attaching {
  id: string
  memberId: string
  toolId: string
  integrationId: string
}

/** Gives a sign-in to a connection; false where the member has no such one, or the provider has ended it. */
export async function attachGrant(db: Db, tenantId: string, given: Attaching): Promise<boolean> {
  const { id, memberId, toolId, integrationId } = given
  const attached = await db
    .updateTable('oauth_grants')
    .set({ integration_id: integrationId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('tool_id', '=', toolId)
    .where('state', '=', 'signed_in')
    .where('ends_at', 'is not', null)
    .where('integration_id', 'is', null)
    .executeTakeFirst()
  return attached.numUpdatedRows > 0n
}
