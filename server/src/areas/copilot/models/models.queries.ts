import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('models as o')
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'o.tenant_id').onRef('m.id', '=', 'o.connected_by'),
    )
    .select(['o.id', 'o.name', 'o.address', 'o.drafts', 'm.username', 'o.connected_at'])
    .select(['o.last_called_at', 'o.last_took', 'o.last_problem'])
    .where('o.tenant_id', '=', tenantId)

export const modelRows = (db: Db, tenantId: string) =>
  ofTenant(db, tenantId).orderBy('o.name').orderBy('o.address').execute()
export type ModelRow = Awaited<ReturnType<typeof modelRows>>[number]

export const findModel = (db: Db, tenantId: string, id: string) =>
  ofTenant(db, tenantId).where('o.id', '=', id).executeTakeFirst()

export const draftingModel = (db: Db, tenantId: string) =>
  ofTenant(db, tenantId).where('o.drafts', '=', true).executeTakeFirst()

interface NewModel {
  id: string
  name: string
  address: string
  sealed: Buffer
  key_no: number
  connected_by: string
}

export async function insertModel(db: Db, tenantId: string, model: NewModel): Promise<void> {
  await db
    .insertInto('models')
    .values({ tenant_id: tenantId, ...model })
    .execute()
}

/** The one that drafted before gives way first: there is never more than one, and of two who choose the later counts. */
export async function setDrafting(db: Db, tenantId: string, id: string | null): Promise<void> {
  await sql`select from models where tenant_id = ${tenantId} order by id for update`.execute(db)
  await sql`update models set drafts = false where tenant_id = ${tenantId} and drafts`.execute(db)
  if (id !== null) await sql`update models set drafts = true where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** Returns false where somebody else just did. */
export async function deleteModel(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('models').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** For the worker, which alone may. */
export const sealedModel = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('models')
    .select(['name', 'address', 'sealed', 'busy_until'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

export interface CallNote {
  took: number
  problem: string | null
  busyUntil: Date | null
}

/** For the worker: how its last call went. Calls overlap, so one that went through ends no pause that another met. */
export async function noteModelCall(db: Db, tenantId: string, id: string, note: CallNote): Promise<void> {
  await sql`update models set last_called_at = now(), last_took = ${note.took}, last_problem = ${note.problem},
      busy_until = greatest(busy_until, ${note.busyUntil}) where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

/** For the worker, which alone may. */
export const lockModelsSealedBefore = (db: Db, tenantId: string, keyNo: number, limit: number) =>
  db
    .selectFrom('models')
    .select(['id', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .where('key_no', '<', keyNo)
    .limit(limit)
    .forUpdate()
    .execute()

export async function resealModel(db: Db, tenantId: string, id: string, sealed: Buffer, keyNo: number): Promise<void> {
  await db
    .updateTable('models')
    .set({ sealed, key_no: keyNo })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}
