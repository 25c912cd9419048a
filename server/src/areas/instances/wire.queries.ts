import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const among = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`

export const membersWithUsernames = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'photo', 'username'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .execute()

export const teamsNamed = (db: Db, tenantId: string, ids: readonly string[]) =>
  db.selectFrom('teams').select(['id', 'name']).where('tenant_id', '=', tenantId).where('id', '=', among(ids)).execute()

export const rolesNamed = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('roles')
    .select(['id', 'display_name as name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', among(ids))
    .execute()
