import { leaveOrganization } from '@throughline/contracts/org'
import { changeMember, removeMember, suspendMember } from '@throughline/contracts/org-members'
import { beforeAll, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeMember, makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const ROUNDS = 200
const ACTS = ['leave', 'demote', 'remove', 'suspend'] as const

const api = await sharedApi()

const [one, other] = [await makeSomeone(api.ctx), await makeSomeone(api.ctx)]
const firm = await makeTenant(api.ctx, one.personId, 'organization', 'Two owners')
const otherId = await makeMember(api.ctx, firm, { ...other, name: 'Some One', role: 'owner' })
const owners = [
  { memberId: firm.ownerId, personId: one.personId, ...(await signIn(api, one.username)) },
  { memberId: otherId, personId: other.personId, ...(await signIn(api, other.username)) },
] as const

/** Both are owners again, with the sessions they had. */
const restore = () =>
  api.database.admin(async (admin) => {
    for (const { memberId, personId } of owners) {
      await admin.query(`update members set status = 'active', suspended_at = null, role_id = $2 where id = $1`, [
        memberId,
        firm.roles.owner.id,
      ])
      await admin.query(
        'update sessions set revoked_at = null, tenant_id = $2, member_id = $3 where person_id = $1 and member_id is not null',
        [personId, firm.tenantId, memberId],
      )
    }
  })

const actingOwners = () =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from members where tenant_id = $1 and role_id = $2 and status = 'active'`,
      [firm.tenantId, firm.roles.owner.id],
    )
    return rows[0]?.n
  })

function act(what: (typeof ACTS)[number], from: (typeof owners)[number], upon: (typeof owners)[number]) {
  const org = { orgId: firm.tenantId }
  const params = { ...org, memberId: upon.memberId }
  if (what === 'leave') return from.client(leaveOrganization, { params: org })
  if (what === 'demote') return from.client(changeMember, { params, body: { role: firm.roles.member.id } })
  return from.client(what === 'remove' ? removeMember : suspendMember, { params })
}

beforeAll(restore)

test(`whatever two owners do to each other at the same moment, one stays: ${ROUNDS} times`, async () => {
  const seen = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [ACTS[round % 4] ?? 'leave', ACTS[Math.floor(round / 4) % 4] ?? 'leave']
    const verdicts = await Promise.all([
      verdict(act(first, owners[0], owners[1])),
      verdict(act(second, owners[1], owners[0])),
    ])
    const told = `${first} / ${second}: ${verdicts.join(', ')}`
    expect(verdicts.filter((one) => one === 'accepted').length, told).toBe(1)
    expect(await actingOwners(), told).toBe(1)
    const refused = verdicts.find((one) => one !== 'accepted') ?? ''
    seen.set(refused, (seen.get(refused) ?? 0) + 1)
    await restore()
  }
  expect([...seen.keys()].toSorted()).not.toContain('500 internal_error')
  process.stdout.write(`${JSON.stringify(Object.fromEntries(seen))}\n`)
}, 120_000)
