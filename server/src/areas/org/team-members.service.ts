import type { Body, Query } from '@throughline/contracts/endpoint'
import type { MemberId, TeamId } from '@throughline/contracts/ids'
import type { addTeamMembers, listTeamMembers } from '@throughline/contracts/org-teams'
import type { Context } from '../../core/context.ts'
import { countersOf } from '../../core/db/counters.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from './access-change.queries.ts'
import { recordMemberAct, requireMember } from './member-act.ts'
import { membersOf } from './member-wire.ts'
import { rolesByRank } from './members.queries.ts'
import { lockPresent } from './membership.queries.ts'
import { joinTeam } from './membership.ts'
import { leaveOneTeam } from './set-teams.ts'
import { pageOfTeamMembers, scanTeamMembers, type TeamMemberPosition } from './team-members.queries.ts'
import { oneTeam, requireTeam } from './teams.service.ts'

const SORT = 'team.members'
/** What is sought anywhere in a text has no index: so many are looked at for a page, which may then be short. */
const SCANNED = 500

function positionOf(keys: string[] | undefined): TeamMemberPosition | undefined {
  if (!keys) return undefined
  const [rank = '', name_key = '', id = ''] = keys
  return { role_rank: Number(rank), name_key, id }
}

async function search(tx: ReadTx, teamId: TeamId, text: string, after: TeamMemberPosition | undefined, limit: number) {
  const { db, tenantId } = tx
  const typed = text.toLowerCase()
  const roles = (await rolesByRank(db, tenantId)).filter((role) => role.display_name.toLowerCase().includes(typed))
  const sought = { text, roleIds: roles.map(({ id }) => id) }
  const read = await scanTeamMembers(db, tenantId, teamId, sought, after, SCANNED)
  const found = read.filter((place) => place.found)
  const page = found.slice(0, limit)
  const unread = read.length === SCANNED ? read.at(-1) : undefined
  return { page, end: found.length > limit ? page.at(-1) : unread }
}

async function pageOfAll(
  { db, tenantId }: ReadTx,
  teamId: TeamId,
  after: TeamMemberPosition | undefined,
  limit: number,
) {
  const read = await pageOfTeamMembers(db, tenantId, teamId, after, limit + 1)
  const page = read.slice(0, limit)
  return { page, end: read.length > limit ? page.at(-1) : undefined }
}

export const teamMembersPage = (ctx: Context, viewer: Viewer, teamId: TeamId, query: Query<typeof listTeamMembers>) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireTeam(tx, teamId)
    const filter = { teamId, search: query.search || undefined }
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, filter)
    const after = positionOf(cursors.decode(query.cursor))
    const { page, end } = filter.search
      ? await search(tx, teamId, filter.search, after, query.limit)
      : await pageOfAll(tx, teamId, after, query.limit)
    const counts = filter.search ? undefined : await countersOf(tx.db, tx.tenantId, 'team.members', [teamId])
    return {
      data: await membersOf(
        tx,
        page.map(({ id }) => id),
      ),
      next: end && cursors.encode([String(end.role_rank), end.name_key, end.id]),
      total: counts && (counts.get(teamId) ?? 0),
    }
  })

export const putIntoTeam = (ctx: Context, viewer: Viewer, teamId: TeamId, input: Body<typeof addTeamMembers>) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const team = await requireTeam(tx, teamId)
    const wanted = [...new Set(input.member_ids)]
    const present = await lockPresent(tx.db, tx.tenantId, wanted)
    if (present.length < wanted.length) throw notFound('This member')
    const joined = new Set(await joinTeam(tx, teamId, wanted))
    for (const member of present) {
      if (joined.has(member.id)) recordMemberAct(tx, 'member.team_joined', member, null, { team: team.name })
    }
    tx.emit({ type: 'team.changed', kind: 'team', id: teamId })
    const after = await oneTeam(tx, teamId)
    // Counters are written with the commit.
    return { ...after, count: after.count + joined.size }
  })

export const takeOutOfTeam = (ctx: Context, viewer: Viewer, teamId: TeamId, memberId: MemberId) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const team = await requireTeam(tx, teamId)
    const member = await requireMember(tx, memberId)
    await leaveOneTeam(tx, member, teamId)
    recordMemberAct(tx, 'member.team_left', member, { team: team.name }, null)
    tx.emit({ type: 'team.changed', kind: 'team', id: teamId })
    return { id: memberId }
  })
