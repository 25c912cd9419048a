import type { Body, Query } from '@throughline/contracts/endpoint'
import type { TeamId } from '@throughline/contracts/ids'
import type { addTeam, listTeams, updateTeam } from '@throughline/contracts/org'
import type { Context } from '../../core/context.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { explainTaken as explainTakenBy } from '../../core/db/taken.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { findTeam, insertTeam, pageOfTeams, replaceTeam, trashTeam } from './teams.queries.ts'

const SORT = 'teams.name'

export const teamsPage = (ctx: Context, viewer: Viewer, query: Query<typeof listTeams>) =>
  readTenant(ctx, viewer, async (tx) => {
    const after = decodeCursor(query.cursor, SORT, {}, 2)
    const rows = await pageOfTeams(tx.db, tx.tenantId, after, query.limit + 1)
    return pageOf(rows, query.limit, (row) => encodeCursor(SORT, {}, [row.name_key ?? '', row.id]))
  })

async function requireTeam(tx: TenantTx, teamId: string, trashed = false) {
  const team = await findTeam(tx.db, tx.tenantId, teamId, trashed)
  if (!team) throw notFound('This team')
  return team
}

/** The name's index decides, also between two who add the same name at once. */
const explainTaken = explainTakenBy({
  teams_name: () => conflict('name_taken', 'A team with this name exists already'),
})

function tell(
  tx: TenantTx,
  act: 'team.added' | 'team.changed' | 'team.removed' | 'team.restored',
  id: string,
  name: string,
) {
  tx.emit({ type: act, kind: 'team', id })
  tx.audit({ act, kind: 'team', id, data: { name } })
}

export const makeTeam = (ctx: Context, viewer: Viewer, input: Body<typeof addTeam>) =>
  inTenant(ctx, viewer, async (tx) => {
    const id = await insertTeam(tx.db, tx.tenantId, input).catch(explainTaken)
    tell(tx, 'team.added', id, input.name)
    return requireTeam(tx, id)
  })

export const changeTeam = (ctx: Context, viewer: Viewer, teamId: TeamId, input: Body<typeof updateTeam>) =>
  inTenant(ctx, viewer, async (tx) => {
    await requireTeam(tx, teamId)
    if (!(await replaceTeam(tx.db, tx.tenantId, teamId, input).catch(explainTaken))) throw staleVersion()
    tell(tx, 'team.changed', teamId, input.name)
    return requireTeam(tx, teamId)
  })

export const binTeam = (ctx: Context, viewer: Viewer, teamId: TeamId) =>
  inTenant(ctx, viewer, async (tx) => {
    const team = await requireTeam(tx, teamId)
    await trashTeam(tx.db, tx.tenantId, teamId, viewer.memberId)
    tell(tx, 'team.removed', teamId, team.name)
    return { id: teamId }
  })

export const unbinTeam = (ctx: Context, viewer: Viewer, teamId: TeamId) =>
  inTenant(ctx, viewer, async (tx) => {
    const team = await requireTeam(tx, teamId, true)
    await trashTeam(tx.db, tx.tenantId, teamId, null).catch(explainTaken)
    tell(tx, 'team.restored', teamId, team.name)
    return requireTeam(tx, teamId)
  })
