import { createHash } from 'node:crypto'
import { openSession } from '../../server/src/areas/auth/auth.queries.ts'
import { readConfig } from '../../server/src/core/config.ts'
import { inIdentity } from '../../server/src/core/db/in-identity.ts'
import { createRuntime } from '../../server/src/core/runtime.ts'
import type { TestDatabase } from '../../server/test/database.ts'
import { makePerson, makeTeam, makeTenant } from '../../server/test/factories.ts'

const SESSIONS = 100
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

export type BenchWorld = Awaited<ReturnType<typeof benchWorld>>

/** One organisation with teams, and enough sessions that no rate class is reached. */
export async function benchWorld(database: TestDatabase, host: string) {
  const { ctx, closing } = createRuntime(
    readConfig({ ...process.env, PG_DATABASE: database.name, LOG_LEVEL: 'warn' }),
    'api',
  )
  const personId = await makePerson(ctx, { username: 'bench', name: 'Bench' })
  const { tenantId, ownerId } = await makeTenant(ctx, personId, 'organization', 'Bench')
  for (let n = 0; n < TEAMS; n++) await makeTeam(ctx, tenantId, `Team ${n}`)
  const tokens = Array.from({ length: SESSIONS }, (_, n) => `bench-${n}-${database.name}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest())
  for (const hash of hashes) {
    await inIdentity(ctx, undefined, ({ db }) => openSession(db, { hash, host, personId, origin: undefined }))
  }
  // pgbench is one role; the product asks for the session through another door.
  await database.admin(async (admin) => {
    await admin.query('grant execute on function auth.session(bytea, text) to tl_api')
    await admin.query('vacuum analyze')
  })
  for (const [, close] of closing) await close()
  return {
    tenantId,
    memberId: ownerId,
    personId,
    tokens,
    hash: hashes[0]?.toString('hex') ?? '',
    sql: teamsSql(tenantId),
  }
}
