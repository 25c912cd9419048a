import type { MemberId, TeamId } from '@throughline/contracts/ids'
import type { RoleName } from '@throughline/contracts/permissions'
import { ROLE_NAMES } from '@throughline/contracts/permissions'
import { signIn, type TestApi, Visitor } from './api.ts'
import { makeMember, makePerson, makeTeam, makeTenant, placeMember, setMemberStatus, type Tenant } from './factories.ts'

/** Who calls: everyone a route has to tell apart. */
export const ACTORS = ['anonymous', 'other_admin', ...ROLE_NAMES, 'outsider', 'suspended'] as const
export type Actor = (typeof ACTORS)[number]

type SignedIn = Awaited<ReturnType<typeof signIn>>

export interface World {
  ours: Tenant & { teamId: TeamId }
  theirs: Tenant & { teamId: TeamId; memberId: MemberId }
  actors: Record<Actor, Pick<SignedIn, 'client' | 'visitor'>>
}

async function hire(api: TestApi, tenant: Tenant, username: string, role: RoleName, teamId?: TeamId) {
  const name = `Test ${username}`
  const personId = await makePerson(api.ctx, { username, name })
  return makeMember(api.ctx, tenant, { personId, name, email: `${username}@example.test`, role, teamId })
}

/** Always two tenants, so that a forgotten predicate shows. Everyone of ours is in our team but the outsider. */
export async function createWorld(api: TestApi): Promise<World> {
  const { ctx } = api
  const ownerId = await makePerson(ctx, { username: 'owner', name: 'Test owner' })
  const ours = await makeTenant(ctx, ownerId, 'organization', 'Ours')
  const otherOwner = await makePerson(ctx, { username: 'other-owner', name: 'Other owner' })
  const theirs = await makeTenant(ctx, otherOwner, 'organization', 'Theirs')
  const ourTeam = await makeTeam(ctx, ours.tenantId, 'Our team')
  const theirTeam = await makeTeam(ctx, theirs.tenantId, 'Their team')
  await placeMember(ctx, ours.tenantId, ours.ownerId, { teamId: ourTeam })
  for (const role of ROLE_NAMES) if (role !== 'owner') await hire(api, ours, role, role, ourTeam)
  await hire(api, ours, 'outsider', 'member')
  const otherAdmin = await hire(api, theirs, 'other-admin', 'admin', theirTeam)
  const gone = await hire(api, ours, 'suspended', 'member', ourTeam)
  const suspended = await signIn(api, 'suspended')
  await setMemberStatus(ctx, ours.tenantId, gone, 'suspended')
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  return {
    ours: { ...ours, teamId: ourTeam },
    theirs: { ...theirs, teamId: theirTeam, memberId: otherAdmin },
    actors: {
      anonymous: { visitor, client: visitor.client() },
      other_admin: await signIn(api, 'other-admin'),
      owner: await signIn(api, 'owner'),
      admin: await signIn(api, 'admin'),
      manager: await signIn(api, 'manager'),
      member: await signIn(api, 'member'),
      viewer: await signIn(api, 'viewer'),
      outsider: await signIn(api, 'outsider'),
      suspended,
    },
  }
}
