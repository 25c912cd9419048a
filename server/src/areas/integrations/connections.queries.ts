import type { UsableBy } from '@throughline/contracts/connections'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { SealedSecret } from './secrets.queries.ts'

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('integrations as i')
    .innerJoin('tools as t', (join) => join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.id', '=', 'i.tool_id'))
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.id', '=', 'i.member_id'),
    )
    .select(['i.id', 'i.tool_id', 't.name as tool_name', 'm.username', 'i.member_id', 'i.name', 'i.usable_by'])
    .select('i.connected_at')
    .where('i.tenant_id', '=', tenantId)

/** Those that the member made or may use. */
export const connectionsFor = (db: Db, tenantId: string, memberId: string) =>
  ofTenant(db, tenantId)
    .where((eb) => eb.or([eb('i.member_id', '=', memberId), eb('i.usable_by', '=', 'everyone')]))
    .orderBy('t.name_key')
    .orderBy('i.name_key')
    .orderBy('i.id')
    .execute()
export type ConnectionRow = Awaited<ReturnType<typeof connectionsFor>>[number]

/** The member's own: the one with this id, or all of the tool with this id. */
export const ownConnections = (db: Db, tenantId: string, memberId: string, id: string) =>
  ofTenant(db, tenantId)
    .where('i.member_id', '=', memberId)
    .where((eb) => eb.or([eb('i.id', '=', id), eb('i.tool_id', '=', id)]))
    .orderBy('i.name_key')
    .execute()

export async function countConnections(db: Db, tenantId: string): Promise<number> {
  const counted = await db
    .selectFrom('integrations')
    .select((eb) => eb.fn.count<number>('id').as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return counted.n
}

interface NewConnection {
  id: string
  tool_id: string
  member_id: string
  name: string
  usable_by: UsableBy
}

export async function insertConnection(
  db: Db,
  tenantId: string,
  connection: NewConnection,
  secret: SealedSecret,
): Promise<void> {
  await db
    .insertInto('integrations')
    .values({ tenant_id: tenantId, ...connection })
    .execute()
  await db
    .insertInto('connection_secrets')
    .values({ tenant_id: tenantId, integration_id: connection.id, ...secret })
    .execute()
}

/** Returns false where somebody else just ended it. */
export async function deleteConnection(db: Db, tenantId: string, id: string): Promise<boolean> {
  await db.deleteFrom('connection_secrets').where('tenant_id', '=', tenantId).where('integration_id', '=', id).execute()
  const gone = await db
    .deleteFrom('integrations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** For the worker, which alone may. */
export const lockConnectionsSealedBefore = (db: Db, tenantId: string, keyNo: number, limit: number) =>
  db
    .selectFrom('connection_secrets')
    .select(['integration_id as id', 'sealed'])
    .where('tenant_id', '=', tenantId)
    .where('key_no', '<', keyNo)
    .limit(limit)
    .forUpdate()
    .execute()

export async function resealConnection(db: Db, tenantId: string, id: string, sealed: SealedSecret): Promise<void> {
  await db
    .updateTable('connection_secrets')
    .set(sealed)
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', id)
    .execute()
}
