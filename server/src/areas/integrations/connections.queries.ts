import type { UsableBy } from '@throughline/contracts/connections'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Visibility, VisibilityScope } from '../workflows/workflows.public.ts'
import type { SealedSecret } from './secrets.queries.ts'

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('integrations as i')
    .leftJoin('tools as t', (join) => join.onRef('t.tenant_id', '=', 'i.tenant_id').onRef('t.id', '=', 'i.tool_id'))
    .innerJoin('members as m', (join) =>
      join.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.id', '=', 'i.member_id'),
    )
    .leftJoin('oauth_grants as g', (join) =>
      join.onRef('g.tenant_id', '=', 'i.tenant_id').onRef('g.integration_id', '=', 'i.id'),
    )
    // A tool of the product has no row.
    .select(['i.id', 'i.tool_id', 't.name as own_tool_name', 'm.username', 'i.member_id', 'i.name', 'i.usable_by'])
    .select(['i.connected_at', 'i.honours_key', 'i.last_called_at', 'i.last_problem', 'i.tested_at', 'i.recent_ms'])
    .select([
      'i.signed_out_at',
      'i.signed_out_text',
      'i.failures',
      'i.rejections',
      'i.paused_until',
      'g.account',
      'g.granted',
    ])
    .where('i.tenant_id', '=', tenantId)
    .where('i.ending_at', 'is', null)

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

/** All that a member made, locked until they are somebody else's. */
export const lockConnectionsOf = (db: Db, tenantId: string, memberId: string) =>
  ofTenant(db, tenantId).where('i.member_id', '=', memberId).orderBy('i.id').forUpdate('i').execute()

/** How many connections a member has. */
export async function countConnectionsOf(db: Db, tenantId: string, memberId: string): Promise<number> {
  const counted = await db
    .selectFrom('integrations')
    .select((eb) => eb.fn.count<number>('id').as('n'))
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('ending_at', 'is', null)
    .executeTakeFirstOrThrow()
  return counted.n
}

export async function isNameTaken(db: Db, tenantId: string, memberId: string, toolId: string, name: string) {
  const found = await db
    .selectFrom('integrations')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('tool_id', '=', toolId)
    .where('name_key', '=', sql<string>`app.fold(${name})`)
    .executeTakeFirst()
  return found !== undefined
}

/** Those of them that the viewer may know of: their own, everybody's, and for admins all. */
export const connectionRowsAmong = ({ db, tenantId }: ReadTx, viewer: VisibilityScope, ids: readonly string[]) =>
  ofTenant(db, tenantId)
    .where('i.id', '=', sql<string>`any (${ids}::uuid[])`)
    .where((eb) =>
      eb.or([
        eb('i.member_id', '=', viewer.memberId),
        eb('i.usable_by', '=', 'everyone'),
        eb.lit(viewer.user.is_admin),
      ]),
    )
    .execute()

/** More rows than this are not counted: the list says where a connection is used, not how often. */
const MAX_USES = 5_000

/** Which live workflows call by these connections; `is_visible` to the viewer or not. */
export async function connectionUses(db: Db, tenantId: string, visible: Visibility, ids: readonly string[]) {
  const found = await sql<{ connection: string; id: string; name: string; is_visible: boolean }>`
    select u.integration_id as connection, w.id, w.name, ${visible.ofWorkflow('w.id')} as is_visible from (
      select distinct integration_id, workflow_id from integration_uses
      where tenant_id = ${tenantId} and integration_id = any (${ids}::uuid[]) limit ${MAX_USES}) u
    join workflows w on w.tenant_id = ${tenantId} and w.id = u.workflow_id and w.deleted_at is null
    order by w.name_key, w.id`.execute(db)
  return found.rows
}

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
  honours_key?: boolean
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
export async function beginEnding(db: Db, tenantId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('integrations')
    // Its name is free for another from now on.
    .set({ ending_at: new Date(), name: id })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ending_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface ConnectionChange {
  member_id?: string
  name?: string | undefined
  usable_by?: UsableBy | undefined
  max_at_once?: number | undefined
  max_per_minute?: number | undefined
}

export async function putConnection(db: Db, tenantId: string, id: string, change: ConnectionChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db.updateTable('integrations').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

/** For the worker, which alone may. Returns false where it is gone already. */
export async function deleteConnection(db: Db, tenantId: string, id: string): Promise<boolean> {
  for (const table of ['connection_calls', 'connection_days'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('integration_id', '=', id).execute()
  await db.deleteFrom('connection_secrets').where('tenant_id', '=', tenantId).where('integration_id', '=', id).execute()
  await db.deleteFrom('oauth_grants').where('tenant_id', '=', tenantId).where('integration_id', '=', id).execute()
  const gone = await db
    .deleteFrom('integrations')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** For the worker, which alone may. */
export const sealedConnection = (db: Db, tenantId: string, toolId: string, id: string) =>
  db
    .selectFrom('integrations as i')
    .innerJoin('connection_secrets as s', (join) =>
      join.onRef('s.tenant_id', '=', 'i.tenant_id').onRef('s.integration_id', '=', 'i.id'),
    )
    .select(['s.sealed', 's.previous'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', id)
    .where('i.tool_id', '=', toolId)
    .executeTakeFirst()

/** What the receiver behind a connection does with a repeated call, as far as the connection says. */
export const connectionHonoursKey = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('integrations')
    .select('honours_key')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** For the worker, which alone may. */
export const lockConnectionsSealedBefore = (db: Db, tenantId: string, keyNo: number, limit: number) =>
  db
    .selectFrom('connection_secrets')
    .select(['integration_id as id', 'sealed', 'previous'])
    .where('tenant_id', '=', tenantId)
    .where((eb) => eb.or([eb('key_no', '<', keyNo), eb('previous_key_no', '<', keyNo)]))
    .limit(limit)
    .forUpdate()
    .execute()

export async function resealConnection(
  db: Db,
  tenantId: string,
  id: string,
  secrets: SealedSecret & { previous: Buffer | null; previous_key_no: number | null },
): Promise<void> {
  await db
    .updateTable('connection_secrets')
    .set(secrets)
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', id)
    .execute()
}
