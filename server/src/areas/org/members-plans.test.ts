import type { Query } from '@throughline/contracts/endpoint'
import { TeamId } from '@throughline/contracts/ids'
import { listMembers, type Member } from '@throughline/contracts/org-members'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeTeam, makeTenant } from '../../../test/factories.ts'
import { plansBehind } from '../../../test/plans-behind.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { quantile } from '../../../test/statistics.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { findSession } from '../../core/http/session.ts'
import { membersPage } from './members-list.service.ts'
import { teamMembersPage } from './team-members.service.ts'

const MEMBERS = 5_000
const MAX_READ = 200
const SLOWEST = 300
const CALLS = 50

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const founder = await makeSomeone(ctx)
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Large')
const { visitor, client } = await signIn(api, founder.username)
const found = await findSession(ctx, visitor.cookies.get(SESSION_COOKIE) ?? '', new URL(visitor.origin).host)
if (!found) throw new Error('nobody is signed in')
const viewer = found

const teams: TeamId[] = []
for (let number = 0; number < 40; number++) teams.push(await makeTeam(ctx, firm.tenantId, `Team ${number}`))

/** Everyone has a role, one to three teams, and a state; a third were removed again. */
await api.database.admin(async (admin) => {
  const words = ['Ada', 'Bela', 'Cleo', 'Dora', 'Émile', 'Fay', 'Gus', 'Hugo', 'Ida', 'Jon']
  const roles = Object.values(firm.roles).map(({ id }) => id)
  await admin.query(
    `insert into members (tenant_id, name, email, role_id, status, joined_at)
     select $1, ($3::text[])[1 + n % 10] || ' ' || ($3::text[])[1 + n / 10 % 10] || 'son' || n / 100,
       'person' || n || '@example.test', ($2::uuid[])[1 + (n % 5)],
       case when n > $4 then 'removed' when n % 20 = 0 then 'invited' when n % 21 = 0 then 'suspended' else 'active' end, now()
     from generate_series(1, $4 * 3 / 2) n`,
    [firm.tenantId, roles, words, MEMBERS],
  )
  await admin.query(
    `insert into team_members (tenant_id, team_id, member_id, role_rank, name_key)
     select m.tenant_id, ($2::uuid[])[1 + (extract(epoch from m.created_at)::int + m.n * (t + 1)) % 40], m.id, r.rank, m.name_key
     from (select *, row_number() over (order by id) as n from members where tenant_id = $1 and status <> 'removed') m
     join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
     cross join lateral generate_series(0, m.n % 3) t on conflict do nothing`,
    [firm.tenantId, teams],
  )
  await admin.query(
    `insert into team_members (tenant_id, team_id, member_id, role_rank, name_key)
     select m.tenant_id, $2, m.id, 0, m.name_key from members m where m.tenant_id = $1 and m.status <> 'removed'
     on conflict do nothing`,
    [firm.tenantId, teams[0]],
  )
  await admin.query(
    `insert into invitations (tenant_id, member_id, invited_by, expires_at)
     select tenant_id, id, $2, now() + interval '7 days' from members where tenant_id = $1 and status = 'invited'`,
    [firm.tenantId, firm.ownerId],
  )
  await admin.query('delete from counters')
  await admin.query(
    `insert into counters select tenant_id, 'members.status', status, s, count(*) / 16 from members, generate_series(0, 15) s
     where status <> 'removed' group by 1, 3, 4`,
  )
  await admin.query('vacuum analyze members, team_members, teams, invitations, counters, roles')
})

const direct = await connectAs('tl_api', api.database.name)
afterAll(async () => {
  await direct.end()
  await api.close()
})

const behind = (work: (held: typeof ctx) => Promise<unknown>) => plansBehind(direct, ctx, viewer, work)

type MemberListQuery = Partial<Query<typeof listMembers>>
const { member, viewer: viewerRole } = firm.roles
const [bigTeam = TeamId.parse('')] = teams
const asked: [string, MemberListQuery][] = [
  ['the first page', {}],
  ['by status', { status: 'active' }],
  ['by a rare status', { status: 'invited' }],
  ['by role', { role_id: member.id }],
  ['by role and status', { role_id: viewerRole.id, status: 'suspended' }],
  ['of a team', { team_id: bigTeam }],
  ['of a team by status', { team_id: bigTeam, status: 'invited' }],
  ['of a team by role', { team_id: bigTeam, role_id: member.id }],
  ['searched by one letter', { search: 'd' }],
  ['searched by a first name', { search: 'emile' }],
  ['searched by a last name', { search: 'Dorason1' }],
  ['searched by address', { search: 'person49' }],
  ['searched for nobody', { search: 'zzz' }],
  ['searched within a role', { search: 'a', role_id: viewerRole.id }],
  ['searched within a team and a status', { search: 'a', team_id: bigTeam, status: 'suspended' }],
]

describe(`no query behind a page of ${MEMBERS} members reads more than ${MAX_READ} rows`, () => {
  test.each(asked)('%s, and the one behind it', async (_, query) => {
    let cursor: string | undefined
    for (let page = 0; page < 2; page++) {
      const plans = await behind(async (held) => {
        const answer = await membersPage(held, viewer, { limit: 50, ...query, cursor })
        cursor = answer.next
      })
      for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(MAX_READ)
      if (!cursor) break
    }
  })

  test('a team’s members by role', async () => {
    const plans = await behind((held) => teamMembersPage(held, viewer, bigTeam, { limit: 50 }))
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(MAX_READ)
  })

  test('a team’s members, sought anywhere in their names, within the bound that is stated', async () => {
    const plans = await behind((held) => teamMembersPage(held, viewer, bigTeam, { limit: 50, search: 'nobody at all' }))
    for (const { read, text } of plans) expect(read, text).toBeLessThanOrEqual(2 * 500)
  })
})

async function all(query: MemberListQuery): Promise<Member[]> {
  const members: Member[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.page(listMembers, {
      params: { orgId: firm.tenantId },
      query: { limit: 200, ...query, ...(cursor ? { cursor } : {}) },
    })
    members.push(...page.data)
    if (!page.nextCursor) return members
    cursor = page.nextCursor
  }
}

describe('page by page everyone is shown who should be, once', () => {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const matches = ({ name, email }: Member, search: string) =>
    [name, name.slice(name.lastIndexOf(' ') + 1), email].some((text) => fold(text).startsWith(fold(search)))

  test.each(asked.filter(([, query]) => query.search !== 'd'))(
    '%s',
    async (_, query) => {
      const everyone = await all({})
      expect(everyone).toHaveLength(MEMBERS + 1)
      const wanted = everyone.filter(
        (one) =>
          (!query.status || one.status === query.status) &&
          (!query.role_id || one.role.id === query.role_id) &&
          (!query.team_id || one.teams.some(({ id }) => id === query.team_id)) &&
          (!query.search || matches(one, query.search)),
      )
      const shown = await all(query)
      expect(shown.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
    },
    60_000,
  )
})

test(`the first page is answered within ${SLOWEST} ms, nineteen times out of twenty`, async () => {
  const taken: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const from = performance.now()
    await client(listMembers, { params: { orgId: firm.tenantId }, query: {} })
    taken.push(performance.now() - from)
  }
  const slowest = quantile(
    taken.toSorted((a, b) => a - b),
    0.95,
  )
  process.stdout.write(`first page of ${MEMBERS} members: p95 ${slowest.toFixed(1)} ms\n`)
  expect(slowest).toBeLessThanOrEqual(SLOWEST)
})
