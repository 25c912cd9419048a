import type { TestDatabase } from '../../server/test/database.ts'
import { makePerson, makeTeam, makeTenant } from '../../server/test/factories.ts'
import { openSessions, sessionsFor } from './open-sessions.ts'
import { FASTEST, type Reader } from './read.ts'
import { withRuntime } from './with-runtime.ts'

const TEAMS = 200

/** What `GET /v1/org/:orgId/teams/` asks, with its values written out. */
const teamsSql = (tenantId: string) => `select teams.tenant_id, teams.id, teams.name, teams.description, teams.version,
  teams.name_key, (select coalesce(sum(n), 0)::int from counters where counters.tenant_id = teams.tenant_id
    and counters.name = 'team.members' and counters.key = teams.id::text) as count,
  (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'photo', m.photo)
      order by f.role_rank, f.name_key, f.member_id), '[]')
    from (select tm.member_id, tm.role_rank, tm.name_key from team_members tm
      where tm.tenant_id = teams.tenant_id and tm.team_id = teams.id
      order by tm.role_rank, tm.name_key, tm.member_id limit 4) f
    join members m on m.tenant_id = teams.tenant_id and m.id = f.member_id) as faces
  from teams where teams.tenant_id = '${tenantId}' and teams.deleted_at is null
  order by teams.name_key, teams.id limit 51`

/** One organisation with teams, and enough sessions that no rate class is reached. */
export const teamsWorld = (database: TestDatabase, host: string): Promise<Reader> =>
  withRuntime({ ...process.env, PG_DATABASE: database.name }, async (ctx) => {
    const personId = await makePerson(ctx, { username: 'bench', name: 'Bench' })
    const { tenantId, ownerId: memberId } = await makeTenant(ctx, personId, 'organization', 'Bench')
    for (let n = 0; n < TEAMS; n++) await makeTeam(ctx, tenantId, `Team ${n}`)
    const sessions = await openSessions(ctx, host, personId, sessionsFor('read', FASTEST))
    const path = `/v1/org/${tenantId}/teams/?limit=50`
    return { tenantId, memberId, personId, ...sessions, path, sql: [teamsSql(tenantId)] }
  })
