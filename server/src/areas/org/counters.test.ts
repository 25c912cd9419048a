import { leaveOrganization } from '@throughline/contracts/org'
import * as org from '@throughline/contracts/org-members'
import { addTeamMembers, listTeams, removeTeamMember } from '@throughline/contracts/org-teams'
import { expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { join, makeInvited, makeMember, makeTeam, makeTenant } from '../../../test/factories.ts'
import { makeSomeone, uniqueAddress } from '../../../test/someone.ts'
import { randomFrom } from '../../../test/statistics.ts'
import { verdict } from '../../../test/verdict.ts'

const STEPS = 150
const api = await sharedApi()

const random = randomFrom(20_261)
const any = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

const founder = await makeSomeone(api.ctx)
const firm = await makeTenant(api.ctx, founder.personId, 'organization', 'Counted')
const { client } = await signIn(api, founder.username)
const teams = await Promise.all(['One', 'Two', 'Three'].map((name) => makeTeam(api.ctx, firm.tenantId, name)))
const roles = Object.values(firm.roles).map(({ id }) => id)
const params = { orgId: firm.tenantId }
const people = new Map<string, { username: string; personId: string }>()

const list = () => client(org.listMembers, { params, query: { limit: 200 } })
const someTeam = () => (random() < 0.3 ? null : any(teams))
const newcomer = () => ({ name: `Person ${Math.floor(random() * 1e6)}`, email: uniqueAddress('new') })
const at = async () => ({ params: { ...params, memberId: any(await list()).id } })

async function hire() {
  const someone = await makeSomeone(api.ctx)
  const memberId = await makeMember(api.ctx, firm, { ...someone, name: 'Some One', role: 'member' })
  people.set(memberId, someone)
}

async function someoneActive() {
  const active = (await list()).filter(({ id, status }) => status === 'active' && people.has(id))
  return active.length > 0 ? people.get(any(active).id) : undefined
}

async function leave() {
  const someone = await someoneActive()
  if (!someone) return
  const signedIn = await signIn(api, someone.username)
  await signedIn.client(leaveOrganization, { params })
}

/** As the profile and the deletion of an account do it, in the directory. */
async function inDirectory(...changes: string[]) {
  const someone = await someoneActive()
  for (const change of someone ? changes : []) {
    await api.database.admin((admin) => admin.query(change, [someone?.personId]))
  }
}

const rename = () =>
  inDirectory(`update people set name = 'Renamed ' || random() where id = $1`, 'select auth.sync_person($1)')

const ACTS: (() => Promise<unknown>)[] = [
  hire,
  hire,
  leave,
  rename,
  () => inDirectory('select auth.leave_everywhere($1)'),
  async () => client(org.addMember, { params, body: { ...newcomer(), role_id: any(roles), team_id: someTeam() } }),
  async () => {
    const known = any(await list())
    const people = [newcomer(), { name: '', email: 'x' }, { name: 'Known', email: known.email }, newcomer()]
    return client(org.addMembers, { params, body: { people, role_id: any(roles), team_id: someTeam() } })
  },
  async () => client(org.suspendMember, await at()),
  async () => client(org.suspendMember, await at()),
  async () => client(org.reactivateMember, await at()),
  async () => client(org.removeMember, await at()),
  async () => client(org.changeMember, { ...(await at()), body: { role: any(roles) } }),
  async () => client(org.changeMember, { ...(await at()), body: { team: someTeam() } }),
  async () => client(org.setMemberTeams, { ...(await at()), body: { team_ids: teams.filter(() => random() < 0.5) } }),
  async () => {
    const member_ids = [any(await list()).id, any(await list()).id]
    return client(addTeamMembers, { params: { ...params, teamId: any(teams) }, body: { member_ids } })
  },
  async () => client(removeTeamMember, { params: { ...(await at()).params, teamId: any(teams) } }),
]

/** Rows in which a counter, or a copy that lists are ordered by, differs from what it stands for. */
const drift = () =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query(
      `with counted as (select name, key, sum(n)::int as n from counters where tenant_id = $1 group by 1, 2),
       present as (select * from members where tenant_id = $1 and status <> 'removed'),
       real as (
         select 'members.status' as name, status as key, count(*)::int as n from present group by 2
         union all select 'members.role', role_id::text, count(*)::int from present group by 2
         union all select 'team.members', team_id::text, count(*)::int from team_members where tenant_id = $1 group by 2)
       select name, key, counted.n as counted, real.n as real from counted full join real using (name, key)
       where coalesce(counted.n, 0) <> coalesce(real.n, 0)
       union all
       select 'copy', tm.member_id::text, tm.role_rank, r.rank from team_members tm
       join members m on m.tenant_id = tm.tenant_id and m.id = tm.member_id
       join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
       where tm.tenant_id = $1 and (tm.role_rank <> r.rank or tm.name_key <> m.name_key or m.status = 'removed')
       union all
       select 'primary', m.id::text, 0, 0 from present m where primary_team_id is not null and not exists (
         select from team_members tm where tm.tenant_id = $1 and tm.team_id = m.primary_team_id and tm.member_id = m.id)`,
      [firm.tenantId],
    )
    return rows
  })

test(`after ${STEPS} acts at random every counter is what there is, and every copy is like its original`, async () => {
  const verdicts = new Map<string, number>()
  for (let step = 0; step < STEPS; step++) {
    const outcome = await verdict(any(ACTS)())
    verdicts.set(outcome, (verdicts.get(outcome) ?? 0) + 1)
    if (step % 25 === 0) expect(await drift(), `after step ${step}`).toEqual([])
  }
  expect(await drift()).toEqual([])
  expect([...verdicts.keys()].filter((outcome) => outcome.startsWith('5'))).toEqual([])
  expect(verdicts.get('accepted')).toBeGreaterThan(STEPS / 2)

  const members = await list()
  const counts = await client(org.countMembers, { params })
  for (const status of org.MEMBER_STATUSES) {
    expect(counts[status], status).toBe(members.filter((member) => member.status === status).length)
  }
  for (const role of await client(org.listRoles, { params })) {
    expect(role.count, role.name).toBe(members.filter((member) => member.role.id === role.id).length)
  }
  for (const team of await client(listTeams, { params, query: {} })) {
    expect(team.count, team.name).toBe(members.filter((member) => member.teams.some(({ id }) => id === team.id)).length)
  }
}, 120_000)

test('whoever accepts while being removed, suspended or renamed is counted right', async () => {
  for (let round = 0; round < 30; round++) {
    const someone = await makeSomeone(api.ctx)
    const memberId = await makeInvited(api.ctx, firm, {
      ...someone,
      name: 'Some One',
      role: 'viewer',
      teamId: teams[0],
    })
    const here = { params: { ...params, memberId } }
    await Promise.all([
      join(api.ctx, firm.tenantId, memberId, someone.personId),
      verdict(client(org.changeMember, { ...here, body: { role: any(roles), team: any(teams) } })),
      verdict(client(round % 2 ? org.removeMember : org.suspendMember, here)),
      api.database.admin((admin) => admin.query('select auth.sync_person($1)', [someone.personId])),
    ])
  }
  expect(await drift()).toEqual([])
}, 60_000)
