import * as org from '@throughline/contracts/org-members'
import {
  addTeamMembers,
  listTeamMembers,
  listTeams,
  removeTeam,
  removeTeamMember,
} from '@throughline/contracts/org-teams'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInvited, makeTeam } from '../../../test/factories.ts'
import { unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const { client } = actors.admin

const params = { orgId: ours.tenantId }
type TeamId = typeof ours.teamId
type MemberId = typeof ours.ownerId
const at = (memberId: MemberId) => ({ params: { ...params, memberId } })
const team = () => makeTeam(api.ctx, ours.tenantId, unique('Team'))
const member = (name: string, role: keyof typeof ours.roles = 'member', teamId?: TeamId) =>
  makeInvited(api.ctx, ours, { name, email: uniqueAddress('in-team'), role, teamId })
const put = (teamId: TeamId, ...member_ids: MemberId[]) =>
  client(addTeamMembers, { params: { ...params, teamId }, body: { member_ids } })
const setTeams = (memberId: MemberId, ...team_ids: TeamId[]) =>
  client(org.setMemberTeams, { ...at(memberId), body: { team_ids } })
const setPrimary = (memberId: MemberId, to: TeamId | null) =>
  client(org.changeMember, { ...at(memberId), body: { team: to } })
const listed = (teamId: TeamId, query = {}) => client(listTeamMembers, { params: { ...params, teamId }, query })
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
const look = async (memberId: MemberId) => {
  const found = (await client(org.listMembers, { params, query: { limit: 200 } })).find(({ id }) => id === memberId)
  return { team: found?.team?.id ?? null, teams: idsOf(found?.teams ?? []) }
}

describe('the members of a team', () => {
  test('are listed by role, then name, in pages; the first four are its faces', async () => {
    const teamId = await team()
    const wanted = [
      await member('Zed', 'owner', teamId),
      await member('Ana', 'manager', teamId),
      await member('Émile', 'manager', teamId),
      await member('Aba', 'member', teamId),
      await member('Bob', 'member', teamId),
    ]
    expect(idsOf(await listed(teamId))).toEqual(wanted)
    const first = await client.page(listTeamMembers, { params: { ...params, teamId }, query: { limit: 3 } })
    expect(first.total).toBe(5)
    const rest = await listed(teamId, { limit: 3, cursor: first.nextCursor })
    expect(idsOf([...first.data, ...rest])).toEqual(wanted)
    const shown = (await client(listTeams, { params, query: {} })).find(({ id }) => id === teamId)
    expect(shown).toMatchObject({
      count: 5,
      faces: [{ name: 'Zed' }, { name: 'Ana' }, { name: 'Émile' }, { name: 'Aba' }],
    })
    await client(org.changeMember, { ...at(wanted[4] ?? ours.ownerId), body: { role: ours.roles.admin.id } })
    expect((await listed(teamId)).map(({ name }) => name)).toEqual(['Zed', 'Bob', 'Ana', 'Émile', 'Aba'])
  })

  test('are found by any part of name, address or role', async () => {
    const teamId = await team()
    const [maya, tom] = [await member('Maya Okafor', 'manager', teamId), await member('Tom', 'viewer', teamId)]
    expect(idsOf(await listed(teamId, { search: 'KAF' }))).toEqual([maya])
    expect(idsOf(await listed(teamId, { search: 'anag' }))).toEqual([maya])
    expect(idsOf(await listed(teamId, { search: 'iew' }))).toEqual([tom])
    expect(idsOf(await listed(teamId, { search: 'in-team' }))).toEqual([maya, tom])
    expect(await listed(teamId, { search: 'nobody' })).toEqual([])
  })

  test('of a team that is not there are not found', async () => {
    const teamId = await team()
    await client(removeTeam, { params: { ...params, teamId } })
    expect(await verdict(listed(teamId))).toBe('404 not_found')
  })

  test('are put in once, however often', async () => {
    const teamId = await team()
    const [one, other] = [await member('One'), await member('Other')]
    expect(await put(teamId, one)).toMatchObject({ count: 1 })
    expect(await put(teamId, one, other, other)).toMatchObject({ count: 2 })
    expect(await look(one), 'it is not their primary one').toEqual({ team: null, teams: [teamId] })
  })
})

describe('the teams of a member', () => {
  test('are several; the first is the primary one', async () => {
    const [a, b, c] = [await team(), await team(), await team()]
    const id = await member('Several')
    expect(await setTeams(id, b, a)).toMatchObject({ team: { id: b }, teams: [{ id: b }, { id: a }] })
    await setTeams(id, c, b)
    expect(await look(id)).toEqual({ team: c, teams: [c, b] })
    await setTeams(id)
    expect(await look(id)).toEqual({ team: null, teams: [] })
  })

  test('gain the primary one when it is chosen; without one the person stays where they are', async () => {
    const [a, b] = [await team(), await team()]
    const id = await member('Chosen', 'member', a)
    expect(await setPrimary(id, b)).toMatchObject({ team: { id: b } })
    expect(await look(id)).toEqual({ team: b, teams: [b, a] })
    expect((await setPrimary(id, null)).team).toBeNull()
    expect((await look(id)).teams.toSorted()).toEqual([a, b].toSorted())
  })

  test('lose one, and the next takes the place of the primary one', async () => {
    const [a, b] = [await team(), await team()]
    const id = await member('Leaving')
    await setTeams(id, a, b)
    const leave = (teamId: TeamId) => client(removeTeamMember, { params: { ...params, teamId, memberId: id } })
    expect(await leave(a)).toEqual({ id })
    expect(await look(id)).toEqual({ team: b, teams: [b] })
    expect(await verdict(leave(a))).toBe('404 not_found')
    await leave(b)
    expect(await look(id)).toEqual({ team: null, teams: [] })
  })

  test('in the trash are hidden, and stay', async () => {
    const [kept, binned] = [await team(), await team()]
    const id = await member('Hidden')
    await setTeams(id, binned, kept)
    await client(removeTeam, { params: { ...params, teamId: binned } })
    expect(await look(id)).toEqual({ team: null, teams: [kept] })
    expect(await verdict(setPrimary(id, binned))).toBe('404 not_found')
    expect(await verdict(put(binned, id))).toBe('404 not_found')
  })

  test('are twenty at most', async () => {
    const teams = await Promise.all(Array.from({ length: 21 }, team))
    const id = await member('Everywhere')
    expect(await verdict(setTeams(id, ...teams))).toBe('422 invalid_request')
    const [last, ...twenty] = teams
    await setTeams(id, ...twenty)
    expect(await verdict(put(last ?? ours.teamId, id))).toBe('422 invalid_request')
    expect((await look(id)).teams).toHaveLength(20)
  })
})
