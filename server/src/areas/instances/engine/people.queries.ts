import type { Db } from '../../../core/db/bound-kysely.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Those of them who can work here now, in the order given. */
export async function activeAmong(db: Db, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = ids.filter((id) => UUID.test(id))
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', wanted)
    .where('status', '=', 'active')
    .execute()
  const active = new Set(rows.map((row) => row.id))
  return wanted.filter((id) => active.has(id))
}

/** Neither in the trash nor deleted for good. */
export async function isTeamHere(db: Db, tenantId: string, teamId: string): Promise<boolean> {
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return team !== undefined
}

export async function membersOfTeam(db: Db, tenantId: string, teamId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .orderBy('role_rank')
    .orderBy('name_key')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.member_id)
}

export async function roleNamed(db: Db, tenantId: string, name: string): Promise<string | undefined> {
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('display_name', '=', name), where('name', '=', name)]))
    .executeTakeFirst()
  return role?.id
}

export async function membersOfRole(db: Db, tenantId: string, roleId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', roleId)
    .where('status', '=', 'active')
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Whoever completed one of these steps in its latest round. */
export async function completedBy(db: Db, tenantId: string, instanceId: string, steps: readonly string[]) {
  if (steps.length === 0) return []
  const rows = await db
    .selectFrom('tasks')
    .select('completed_by')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('step', 'in', steps)
    .where('completed_by', 'is not', null)
    .execute()
  return rows.flatMap((row) => (row.completed_by ? [row.completed_by] : []))
}
