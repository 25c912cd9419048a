import { addMember, listMembers } from '@throughline/contracts/org-members'
import { addTeam, listTeams, removeTeam, restoreTeam, type Team, updateTeam } from '@throughline/contracts/org-teams'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeTeam } from '../../../test/factories.ts'
import { verdict } from '../../../test/verdict.ts'
import { insertWorkflow } from '../../../test/visibility/limited-world.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { purgeTeams } from './purge-teams.ts'

const api = await sharedApi()
const { ours, theirs, actors } = await createWorld(api)
const { client } = actors.admin

const params = { orgId: ours.tenantId }
const at = (team: Pick<Team, 'id'>) => ({ params: { ...params, teamId: team.id } })
const add = (name: string) => client(addTeam, { params, body: { name } })

async function allTeams(limit = 200): Promise<Team[][]> {
  const pages: Team[][] = []
  for (let cursor: string | undefined; ; ) {
    const page = await client.page(listTeams, { params, query: { limit, ...(cursor ? { cursor } : {}) } })
    pages.push(page.data)
    if (!page.nextCursor) return pages
    cursor = page.nextCursor
  }
}

const namesListed = async () => (await allTeams()).flat().map((team) => team.name)

/** As if it had been thrown away that many days ago. */
const age = (team: Pick<Team, 'id'>, days: number) =>
  api.database.admin((admin) =>
    admin.query('update teams set deleted_at = now() - make_interval(days => $2) where id = $1', [team.id, days]),
  )

describe('the list of teams', () => {
  test('comes in pages without repeats or gaps, by name without case and accents', async () => {
    const wanted = Array.from({ length: 119 }, (_, index) => `${['é', 'E', 'ö', 'Z'][index % 4]}quipe ${index}`)
    await Promise.all(wanted.map((name) => makeTeam(api.ctx, ours.tenantId, name)))
    const pages = await allTeams(50)
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
    const names = pages.flat().map((team) => team.name)
    expect(names.toSorted()).toEqual([...wanted, 'Our team'].toSorted())
    const folded = names.map((name) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    expect(folded).toEqual(folded.toSorted())
  })

  test('takes its own cursors alone', async () => {
    const cursorOf = async (list: typeof listTeams | typeof listMembers) =>
      (await client.page(list, { params, query: { limit: 1 } })).nextCursor ?? ''
    const own = await cursorOf(listTeams)
    for (const cursor of [await cursorOf(listMembers), 'nonsense', own.slice(0, -1)]) {
      expect(await verdict(client(listTeams, { params, query: { cursor } })), cursor).toBe('400 invalid_cursor')
    }
    expect(await verdict(client(listTeams, { params, query: { cursor: own } }))).toBe('accepted')
  })

  test('takes no cursor of another tenant', async () => {
    await makeTeam(api.ctx, theirs.tenantId, 'Zzz')
    const page = await actors.other_admin.client.page(listTeams, {
      params: { orgId: theirs.tenantId },
      query: { limit: 1 },
    })
    expect(page.nextCursor).toBeDefined()
    expect(await verdict(client(listTeams, { params, query: { cursor: page.nextCursor } }))).toBe('400 invalid_cursor')
  })

  test.each([0, 201, 1.5])('has no page of %s', async (limit) => {
    expect(await verdict(client(listTeams, { params, query: { limit } }))).toBe('422 invalid_request')
  })
})

describe('a team', () => {
  test('has a name of its own, whatever its case and accents', async () => {
    await add('Cafe')
    expect(await verdict(add('CAFÉ'))).toBe('409 name_taken')
  })

  test('is changed by whoever saw its last version', async () => {
    const team = await add('Draft')
    const save = (name: string, version: number) => client(updateTeam, { ...at(team), body: { name, version } })
    expect(await save('Final', team.version)).toMatchObject({ name: 'Final', version: team.version + 1 })
    expect(await verdict(save('Late', team.version))).toBe('409 stale_version')
    const both = await Promise.all([save('One', 2), save('Two', 2)].map(verdict))
    expect(both.toSorted()).toEqual(['409 stale_version', 'accepted'])
    expect(await verdict(save('Huge', Number.MAX_SAFE_INTEGER))).toBe('422 invalid_request')
  })

  test('counts its members', async () => {
    const team = await add('Counted')
    const invite = (number: number) =>
      client(addMember, {
        params,
        body: {
          name: `New ${number}`,
          email: `new${number}@example.test`,
          role_id: ours.roles.member.id,
          team_id: team.id,
        },
      })
    for (const number of [1, 2, 3]) await invite(number)
    expect((await allTeams()).flat().find(({ id }) => id === team.id)).toMatchObject({ count: 3 })
    expect(await verdict(invite(3))).toBe('409 already_member')
  })
})

describe('a team in the trash', () => {
  test('is gone from lists and cannot be used, and comes back as it was', async () => {
    const team = await add('Passing')
    const body = { name: 'Homeless', email: 'homeless@example.test', role_id: ours.roles.member.id, team_id: team.id }
    const member = await client(addMember, { params, body: { ...body, email: 'settled@example.test' } })
    await client(removeTeam, at(team))
    expect(await namesListed()).not.toContain('Passing')
    const settled = async () =>
      (await client(listMembers, { params, query: { limit: 200 } })).find(({ id }) => id === member.id)
    expect((await settled())?.team).toBeNull()
    expect(await verdict(client(removeTeam, at(team)))).toBe('404 not_found')
    expect(await verdict(client(updateTeam, { ...at(team), body: { name: 'x', version: 1 } }))).toBe('404 not_found')
    expect(await verdict(client(addMember, { params, body }))).toBe('404 not_found')
    const faces = [{ id: member.id, name: member.name, photo: null }]
    expect(await client(restoreTeam, at(team))).toEqual({ ...team, count: 1, faces })
    expect((await settled())?.team).toEqual({ id: team.id, name: 'Passing' })
    expect(await verdict(client(restoreTeam, at(team)))).toBe('404 not_found')
  })

  test('leaves its name to others', async () => {
    const old = await add('Popular')
    await client(removeTeam, at(old))
    const next = await add('popular')
    expect(await verdict(client(restoreTeam, at(old)))).toBe('409 name_taken')
    await client(removeTeam, at(next))
    expect(await verdict(client(restoreTeam, at(old)))).toBe('accepted')
  })

  test('is deleted for good after thirty days, and its members stay', async () => {
    const [old, young] = [await add('Old trash'), await add('Young trash')]
    const body = { name: 'Left behind', email: 'left@example.test', role_id: ours.roles.member.id, team_id: old.id }
    const member = await client(addMember, { params, body })
    await inTenant(api.ctx, ours, async (tx) => {
      const workflow_id = await insertWorkflow(tx, 'Limited to it', 'limited')
      const tenant_id = tx.tenantId
      await tx.db.insertInto('workflow_access').values({ tenant_id, workflow_id, team_id: old.id }).execute()
    })
    for (const team of [old, young]) await client(removeTeam, at(team))
    await age(old, 31)
    await age(young, 29)
    expect(await purgeTeams(api.ctx, { tenantId: theirs.tenantId })).toBe(0)
    expect(await purgeTeams(api.ctx, { tenantId: ours.tenantId })).toBe(1)
    expect(await purgeTeams(api.ctx, { tenantId: ours.tenantId })).toBe(0)
    expect(await verdict(client(restoreTeam, at(old)))).toBe('404 not_found')
    expect(await verdict(client(restoreTeam, at(young)))).toBe('accepted')
    const members = await client(listMembers, { params, query: { limit: 200 } })
    expect(members.find(({ id }) => id === member.id)).toMatchObject({ team: null })
  })
})

test('half of a character in a name is refused, and is no fault of ours', async () => {
  expect(await verdict(add('x\udc00y'))).toBe('422 invalid_request')
})
