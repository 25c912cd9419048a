import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'

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
