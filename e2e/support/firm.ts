import { type CurrentUser, getMe } from '@throughline/contracts/auth'
import { addTeam, addTeamMembers, type Team } from '@throughline/contracts/org-teams'
import { updateProfile } from '@throughline/contracts/profile'
import { bringIn, type Founder, founder, type Newcomer, newcomer } from './newcomer.ts'

export interface Colleague extends Newcomer {
  me: CurrentUser
}

export interface Firm<N extends string> {
  host: Founder & Colleague
  staff: Record<N, Colleague>
}

const isWhole = <N extends string>(
  staff: Record<string, Colleague>,
  names: Record<N, string>,
): staff is Record<N, Colleague> => Object.keys(names).every((key) => key in staff)

const login = (name: string) => name.split(' ', 1)[0]?.toLowerCase() ?? name

async function takeName({ call }: Newcomer, name: string) {
  const { id: userId } = await call(getMe)
  await call(updateProfile, { params: { userId }, body: { name } })
}

/** An organisation of its own with a founder and members, each under their whole name. */
export async function makeFirm<N extends string>(hostName: string, names: Record<N, string>): Promise<Firm<N>> {
  const host = await founder(login(hostName), { name: 'Cedar Partners' })
  await takeName(host, hostName)
  const join = async (name: string): Promise<Colleague> => {
    const guest = await newcomer(login(name))
    await takeName(guest, name)
    await bringIn(host, guest, 'member', name)
    return { ...guest, me: await guest.call(getMe) }
  }
  const staff: Record<string, Colleague> = {}
  for (const [key, name] of Object.entries<string>(names)) staff[key] = await join(name)
  if (!isWhole(staff, names)) throw new Error('somebody did not come')
  return { host: { ...host, me: await host.call(getMe) }, staff }
}

export async function makeTeam(
  { host }: Pick<Firm<string>, 'host'>,
  name: string,
  ...people: Colleague[]
): Promise<Team> {
  const orgId = host.organization.id
  const team = await host.call(addTeam, { params: { orgId }, body: { name } })
  const member_ids = people.map(({ me }) => me.member_id)
  return host.call(addTeamMembers, { params: { orgId, teamId: team.id }, body: { member_ids } })
}
