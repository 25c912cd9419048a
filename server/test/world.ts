import type { MemberId, TeamId } from '@throughline/contracts/ids'
import type { RoleName } from '@throughline/contracts/permissions'
import { ROLE_NAMES } from '@throughline/contracts/permissions'
import { signIn, type TestApi, Visitor } from './api.ts'
import { makeMember, makeTeam, makeTenant, placeMember, setMemberStatus, type Tenant } from './factories.ts'
import { makeSomeone, unique } from './someone.ts'

/** Who calls: everyone a route has to tell apart. */
export const ACTORS = ['anonymous', 'other_admin', ...ROLE_NAMES, 'outsider', 'suspended'] as const
export type Actor = (typeof ACTORS)[number]

type SignedIn = Awaited<ReturnType<typeof signIn>>

export interface World {
  ours: Tenant & { teamId: TeamId }
  theirs: Tenant & { teamId: TeamId; memberId: MemberId }
  actors: Record<Exclude<Actor, 'anonymous'>, SignedIn> & { anonymous: Pick<SignedIn, 'client' | 'visitor'> }
}

async function hire(api: TestApi, tenant: Tenant, word: string, role: RoleName, teamId?: TeamId) {
  const name = `Test ${word}`
  const { personId, username, email } = await makeSomeone(api.ctx, { username: unique(word), name })
  return { username, memberId: await makeMember(api.ctx, tenant, { personId, name, email, role, teamId }) }
}

/**
 * Always two tenants, so that a forgotten predicate shows. Everyone of ours is in our team but the outsider. Names are
 * `Test owner` and so on; usernames are of this world alone, since others are in the same database.
 */
export async function createWorld(api: TestApi): Promise<World> {
  const { ctx } = api
  const owner = await makeSomeone(ctx, { username: unique('owner'), name: 'Test owner' })
  const ours = await makeTenant(ctx, owner.personId, 'organization', 'Ours')
  const otherOwner = await makeSomeone(ctx, { username: unique('other-owner'), name: 'Other owner' })
  const theirs = await makeTenant(ctx, otherOwner.personId, 'organization', 'Theirs')
  const ourTeam = await makeTeam(ctx, ours.tenantId, 'Our team')
  const theirTeam = await makeTeam(ctx, theirs.tenantId, 'Their team')
  await placeMember(ctx, ours.tenantId, ours.ownerId, { teamId: ourTeam })
  const colleague = async (role: RoleName) => signIn(api, (await hire(api, ours, role, role, ourTeam)).username)
  const outsider = await hire(api, ours, 'outsider', 'member')
  const otherAdmin = await hire(api, theirs, 'other-admin', 'admin', theirTeam)
  const gone = await hire(api, ours, 'suspended', 'member', ourTeam)
  const suspended = await signIn(api, gone.username)
  await setMemberStatus(ctx, ours.tenantId, gone.memberId, 'suspended')
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  return {
    ours: { ...ours, teamId: ourTeam },
    theirs: { ...theirs, teamId: theirTeam, memberId: otherAdmin.memberId },
    actors: {
      anonymous: { visitor, client: visitor.client() },
      other_admin: await signIn(api, otherAdmin.username),
      owner: await signIn(api, owner.username),
      admin: await colleague('admin'),
      manager: await colleague('manager'),
      member: await colleague('member'),
      viewer: await colleague('viewer'),
      outsider: await signIn(api, outsider.username),
      suspended,
    },
  }
}
