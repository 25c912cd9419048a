import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

export interface SealedSecret {
  sealed: Buffer
  key_no: number
}

/** More rows than this are not counted: the list says where a secret is used, not how often. */
const MAX_USES = 5_000

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('integration_secrets as s')
    .innerJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 's.tenant_id').onRef('m.id', '=', 's.set_by'))
    .select(['s.id', 's.name', 's.hosts', 's.set_by', 'm.name as set_by_name', 's.set_at', 's.last_used_at'])
    .where('s.tenant_id', '=', tenantId)

export const secretRows = (db: Db, tenantId: string) => ofTenant(db, tenantId).orderBy('s.name').execute()
export type SecretRow = Awaited<ReturnType<typeof secretRows>>[number]

export const findSecret = (db: Db, tenantId: string, id: string) =>
  ofTenant(db, tenantId).where('s.id', '=', id).executeTakeFirst()

/** Which live workflows refer to secrets, by name; `is_visible` to the viewer or not. */
export async function secretUses(db: Db, tenantId: string, visible: Visibility, name?: string) {
  const found = await sql<{ secret: string; id: string; name: string; is_visible: boolean }>`
    select u.name as secret, w.id, w.name, ${visible.ofWorkflow('w.id')} as is_visible from (
      select distinct workflow_id, name from secret_uses
      where tenant_id = ${tenantId} ${name === undefined ? sql`` : sql`and name = ${name}`} limit ${MAX_USES}) u
    join workflows w on w.tenant_id = ${tenantId} and w.id = u.workflow_id and w.deleted_at is null
    order by w.name_key, w.id`.execute(db)
  return found.rows
}

export async function countSecrets(db: Db, tenantId: string): Promise<number> {
  const counted = await db
    .selectFrom('integration_secrets')
    .select((eb) => eb.fn.count<number>('id').as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return counted.n
}

type NewSecret = SealedSecret & { id: string; name: string; hosts: readonly string[]; set_by: string }

export async function insertSecret(db: Db, tenantId: string, { hosts, ...secret }: NewSecret): Promise<void> {
  await db
    .insertInto('integration_secrets')
    .values({ tenant_id: tenantId, ...secret, hosts: [...hosts] })
    .execute()
}

/** Whoever holds the sealed bytes may write others over them, without reading them. */
export async function overwriteSecret(db: Db, tenantId: string, { id, hosts, ...change }: Omit<NewSecret, 'name'>) {
  const changed = await db
    .updateTable('integration_secrets')
    .set({ ...change, hosts: [...hosts], set_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function deleteSecret(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('integration_secrets')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** For the worker, which alone may. */
export const sealedSecrets = (db: Db, tenantId: string, names: readonly string[]) =>
  db
    .selectFrom('integration_secrets')
    .select(['id', 'name', 'hosts', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .where('name', '=', sql<string>`any (${names}::text[])`)
    .execute()

/** To the minute, and not at all while somebody else has the row: no call waits for a note, or fails for one. */
export async function noteSecretUse(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  await sql`update integration_secrets set last_used_at = now()
    where tenant_id = ${tenantId} and id in (select id from integration_secrets
      where tenant_id = ${tenantId} and id = any (${ids}::uuid[])
        and (last_used_at is null or last_used_at < now() - interval '1 minute')
      for no key update skip locked)`.execute(db)
}

export const lockSealedBefore = (db: Db, tenantId: string, keyNo: number, limit: number) =>
  db
    .selectFrom('integration_secrets')
    .select(['id', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .where('key_no', '<', keyNo)
    .limit(limit)
    .forUpdate()
    .execute()

export async function resealSecret(db: Db, tenantId: string, id: string, sealed: SealedSecret): Promise<void> {
  await db
    .updateTable('integration_secrets')
    .set(sealed)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
