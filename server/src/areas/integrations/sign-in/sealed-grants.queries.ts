/** For the worker, which alone may read what is sealed. */
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { TestStep } from '../connectors/connector.ts'

export const findReturned = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('oauth_grants')
    .select(['tool_id', 'asked', 'verifier', 'returned'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'returned')
    .executeTakeFirst()

interface SealedTokens {
  tokens: Buffer
  key_no: number
  ends_at: Date
  life_seconds: number
}

/** False where somebody gave it up meanwhile. */
export async function keepSignedIn(
  db: Db,
  tenantId: string,
  id: string,
  kept: SealedTokens & { account: string; granted: string[] },
): Promise<boolean> {
  const done = await db
    .updateTable('oauth_grants')
    .set({ ...kept, verifier: null, returned: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'returned')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** From now on it can be connected with. */
export async function keepTested(db: Db, tenantId: string, id: string, test: readonly TestStep[]): Promise<void> {
  await sql`update oauth_grants set state = 'signed_in', test = ${JSON.stringify(test)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} and state = 'returned'`.execute(db)
}

export async function keepFailed(db: Db, tenantId: string, id: string, problem: string): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ state: 'failed', problem, verifier: null, returned: null, tokens: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'returned')
    .execute()
}

const sealedTokens = (db: Db, tenantId: string) =>
  db
    .selectFrom('oauth_grants')
    .select(['id', 'account', 'granted', 'tokens', 'ends_at', 'life_seconds'])
    .where('tenant_id', '=', tenantId)

export const tokensOfConnection = (db: Db, tenantId: string, integrationId: string) =>
  sealedTokens(db, tenantId).where('integration_id', '=', integrationId).executeTakeFirst()
export type TokensRow = NonNullable<Awaited<ReturnType<typeof tokensOfConnection>>>

export const findTokens = (db: Db, tenantId: string, id: string) =>
  sealedTokens(db, tenantId).where('id', '=', id).executeTakeFirst()

/** Those of other workers who want to renew it wait here. */
export const lockTokens = (db: Db, tenantId: string, id: string) =>
  sealedTokens(db, tenantId).where('id', '=', id).forUpdate().executeTakeFirst()

export async function keepTokens(db: Db, tenantId: string, id: string, kept: SealedTokens): Promise<void> {
  await db.updateTable('oauth_grants').set(kept).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

/** The provider ended it: nobody shows its tokens there again. */
export async function dropTokens(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ tokens: null, ends_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export const lockGrantsSealedBefore = (db: Db, tenantId: string, keyNo: number, limit: number) =>
  db
    .selectFrom('oauth_grants')
    .select(['id', 'verifier', 'returned', 'tokens'])
    .where('tenant_id', '=', tenantId)
    .where('key_no', '<', keyNo)
    .limit(limit)
    .forUpdate()
    .execute()
export type SealedGrant = Awaited<ReturnType<typeof lockGrantsSealedBefore>>[number]

export async function resealGrant(
  db: Db,
  tenantId: string,
  { id, ...sealed }: SealedGrant,
  keyNo: number,
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ ...sealed, key_no: keyNo })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
