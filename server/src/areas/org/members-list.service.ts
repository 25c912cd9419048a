import type { Query } from '@throughline/contracts/endpoint'
import { type listMembers, type MemberStatus, Role } from '@throughline/contracts/org-members'
import type { Context } from '../../core/context.ts'
import { countersOf } from '../../core/db/counters.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { membersOf } from './member-wire.ts'
import { rolesByRank } from './members.queries.ts'
import { type MemberFilter, scanByName, scanTeam } from './members-list.queries.ts'
import { passes, pick } from './members-page.ts'
import { searchPositions } from './members-search.ts'

const SORT = 'members.name'
/** Where a filter has no index of its own, so many members are looked at for a page, which may then be short. */
const SCANNED = 100

async function positionsByName(tx: ReadTx, filter: MemberFilter, after: string[] | undefined, limit: number) {
  const { db, tenantId } = tx
  if (!filter.teamId) {
    const read = await scanByName(db, tenantId, filter, after, limit + 1)
    return pick(read, () => true, limit, undefined)
  }
  const most = filter.status || filter.roleId ? Math.max(SCANNED, limit + 1) : limit + 1
  const read = await scanTeam(db, tenantId, filter.teamId, after, most)
  return pick(read, passes(filter), limit, read.length < most ? undefined : read.at(-1))
}

/** Known without counting where one filter at most is set. */
async function totalOf({ db, tenantId }: ReadTx, { status, roleId, teamId }: MemberFilter) {
  const given = [status, roleId, teamId].filter(Boolean)
  if (given.length > 1) return undefined
  const name = teamId ? 'team.members' : roleId ? 'members.role' : 'members.status'
  const [key] = given
  const counts = await countersOf(db, tenantId, name, key ? [key] : undefined)
  return key ? (counts.get(key) ?? 0) : [...counts.values()].reduce((sum, n) => sum + n, 0)
}

export const membersPage = (ctx: Context, viewer: Viewer, query: Query<typeof listMembers>) =>
  readTenant(ctx, viewer, async (tx) => {
    const filter = { status: query.status, roleId: query.role_id, teamId: query.team_id }
    const search = query.search || undefined
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, { ...filter, search })
    const after = cursors.decode(query.cursor)
    const { ids, end } = search
      ? await searchPositions(tx, search, filter, after, query.limit)
      : await positionsByName(tx, filter, after, query.limit)
    return {
      data: await membersOf(tx, ids),
      next: end && cursors.encode([end.key, end.id]),
      total: search ? undefined : await totalOf(tx, filter),
    }
  })

export const rolesList = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => {
    const counts = await countersOf(db, tenantId, 'members.role')
    return (await rolesByRank(db, tenantId)).map((row) => Role.parse({ ...row, count: counts.get(row.id) ?? 0 }))
  })

export const memberCounts = (ctx: Context, viewer: Viewer) =>
  readTenantOnce(ctx, viewer, async ({ db, tenantId }) => {
    const counts = await countersOf(db, tenantId, 'members.status')
    const of = (status: MemberStatus) => counts.get(status) ?? 0
    return { invited: of('invited'), active: of('active'), suspended: of('suspended') }
  })
