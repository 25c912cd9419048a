import type { TeamId } from '../../../contracts/src/ids.ts'
import type { Context } from '../../../server/src/core/context.ts'
import type { Viewer } from '../../../server/src/core/http/viewer.ts'
import type { TestDatabase } from '../../../server/test/database.ts'
import { makeMember, makePerson, makeTeam, makeTenant } from '../../../server/test/factories.ts'
import { makeWorkflow } from '../../../server/test/running-world.ts'
import { viewerOf } from '../../../server/test/viewer-of.ts'

const TEAMS = 20
/** Members beside those who look. */
const OTHERS = 30

export const LIMITED = 200
export const OPEN = 50

/** By how many of the limited workflows show themselves to them. */
export const VIEWERS = ['owner', 'half', 'none'] as const
export type ViewerName = (typeof VIEWERS)[number]

export interface GrowthWorld {
  tenantId: string
  viewers: Record<ViewerName, Viewer>
  /** Those who look come first: owner, half, none. */
  members: string[]
  /** The first is open to anybody's work and limits nothing. */
  teams: TeamId[]
  roleId: string
  /** Limited ones first. */
  workflows: string[]
}

/** The large organisation, made through the product's own doors: people, teams, published workflows and who may see them. */
export async function growthWorld(ctx: Context, database: Pick<TestDatabase, 'admin'>): Promise<GrowthWorld> {
  const personIds = []
  for (const name of VIEWERS) personIds.push(await makePerson(ctx, { username: name, name }))
  const [ownerPerson, halfPerson, nonePerson] = personIds
  if (!ownerPerson || !halfPerson || !nonePerson) throw new Error('three people look')
  const tenant = await makeTenant(ctx, ownerPerson, 'organization', 'Large')
  const { tenantId, ownerId, roles } = tenant
  const desk = await makeTeam(ctx, tenantId, 'Desk')
  const limiting: TeamId[] = []
  for (let n = 1; n <= TEAMS; n++) limiting.push(await makeTeam(ctx, tenantId, `Team ${n}`))
  const hire = (name: string, personId: typeof ownerPerson, otherTeams: TeamId[]) =>
    makeMember(ctx, tenant, { personId, name, email: `${name}@example.test`, role: 'member', teamId: desk, otherTeams })
  const half = await hire('half', halfPerson, limiting.slice(0, TEAMS / 2))
  const none = await hire('none', nonePerson, [])
  const workflows: string[] = []
  for (let n = 0; n < LIMITED + OPEN; n++) workflows.push(await makeWorkflow(ctx, tenant))

  const others = await database.admin(async (admin) => {
    const { rows } = await admin.query<{ id: string }>(
      `insert into members (tenant_id, name, email, role_id, status)
       select $1, 'Member ' || n, 'member' || n || '@example.test', $2, 'active' from generate_series(1, $3::int) n returning id`,
      [tenantId, roles.member.id, OTHERS],
    )
    await admin.query(`update workflows set visibility = 'limited' where tenant_id = $1 and id = any ($2)`, [
      tenantId,
      workflows.slice(0, LIMITED),
    ])
    await admin.query(
      `insert into workflow_access (tenant_id, workflow_id, team_id)
       select $1, ($2::uuid[])[n], ($3::uuid[])[1 + n % $4::int] from generate_series(1, $5::int) n`,
      [tenantId, workflows, limiting, TEAMS, LIMITED],
    )
    await admin.query(
      `insert into team_members (tenant_id, team_id, member_id) select $1, team, $3 from unnest($2::uuid[]) team`,
      [tenantId, limiting, ownerId],
    )
    await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [tenantId])
    return rows.map(({ id }) => id)
  })

  return {
    tenantId,
    viewers: {
      owner: await viewerOf(ctx, ownerPerson),
      half: await viewerOf(ctx, halfPerson),
      none: await viewerOf(ctx, nonePerson),
    },
    members: [ownerId, half, none, ...others],
    teams: [desk, ...limiting],
    roleId: roles.member.id,
    workflows,
  }
}
