import type { Body, Query } from '@throughline/contracts/endpoint'
import type { TeamId } from '@throughline/contracts/ids'
import { type addTeam, type listTeams, Team, type updateTeam } from '@throughline/contracts/org-teams'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { explainViolation as explainTakenBy } from '../../core/db/unique-violation.ts'
import { conflict, notFound, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginAccessChange } from './access-change.queries.ts'
import { photoUrl } from './member-wire.ts'
import { findTeam, insertTeam, pageOfTeams, replaceTeam, trashTeam } from './teams.queries.ts'

const SORT = 'teams.name'

type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>

const wireOf = (row: TeamRow): Team =>
  Team.parse({
    ...row,
    faces: row.faces.map(({ id, name, photo }) => ({ id, name, photo: photoUrl(row.tenant_id, id, photo) })),
  })

export const teamsPage = (ctx: Context, viewer: Viewer, query: Query<typeof listTeams>) =>
  readTenantOnce(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, {})
    const rows = await pageOfTeams(tx.db, tx.tenantId, cursors.decode(query.cursor), query.limit + 1)
    const page = pageOf(rows, query.limit, (row) => cursors.encode([row.name_key ?? '', row.id]))
    return { data: page.data.map(wireOf), next: page.next }
  })

export async function requireTeam(tx: ReadTx, teamId: string, trashed = false): Promise<TeamRow> {
  const team = await findTeam(tx.db, tx.tenantId, teamId, trashed)
  if (!team) throw notFound('This team')
  return team
}

export async function oneTeam(tx: ReadTx, teamId: string): Promise<Team> {
  return wireOf(await requireTeam(tx, teamId))
}

/** The name's index decides, also between two who add the same name at once. */
const explainTaken = explainTakenBy({
  teams_name: () => conflict('name_taken', 'A team with this name already exists'),
})

type Words = Pick<TeamRow, 'name' | 'description'>
const wordsOf = ({ name, description }: Words) => ({ name, description })

function recordAct(tx: TenantTx, act: string, id: string, before: Words | null, after: Words | null) {
  tx.emit({ type: act, kind: 'team', id })
  const data = {
    name: (after ?? before)?.name ?? '',
    before: before && wordsOf(before),
    after: after && wordsOf(after),
  }
  tx.audit({ act, kind: 'team', id, data })
}

export const makeTeam = (ctx: Context, viewer: Viewer, input: Body<typeof addTeam>) =>
  inTenant(ctx, viewer, async (tx) => {
    const id = await insertTeam(tx.db, tx.tenantId, input).catch(explainTaken)
    recordAct(tx, 'team.added', id, null, input)
    return oneTeam(tx, id)
  })

export const changeTeam = (ctx: Context, viewer: Viewer, teamId: TeamId, input: Body<typeof updateTeam>) =>
  inTenant(ctx, viewer, async (tx) => {
    const before = await requireTeam(tx, teamId)
    if (!(await replaceTeam(tx.db, tx.tenantId, teamId, input).catch(explainTaken))) throw staleVersion()
    recordAct(tx, 'team.changed', teamId, before, input)
    return oneTeam(tx, teamId)
  })

export const binTeam = (ctx: Context, viewer: Viewer, teamId: TeamId) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const team = await requireTeam(tx, teamId)
    await trashTeam(tx.db, tx.tenantId, teamId, viewer.memberId)
    recordAct(tx, 'team.removed', teamId, team, null)
    return { id: teamId }
  })

export const unbinTeam = (ctx: Context, viewer: Viewer, teamId: TeamId) =>
  inTenant(ctx, viewer, async (tx) => {
    await beginAccessChange(tx.db, tx.tenantId)
    const team = await requireTeam(tx, teamId, true)
    await trashTeam(tx.db, tx.tenantId, teamId, null).catch(explainTaken)
    recordAct(tx, 'team.restored', teamId, null, team)
    return oneTeam(tx, teamId)
  })
