import type { StandIn } from '@throughline/contracts/form-triggers'
import { needsStarter } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { forbidden, invalid, notFound } from '../../core/errors.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { versionOf } from '../instances/instances.public.ts'
import { callsOf } from '../workflows/workflows.public.ts'

const Kind = z.enum(['member', 'team', 'role'])

export const standInColumns = (standIn: StandIn | null) => {
  if (!standIn) return { stand_in_kind: null, stand_in_id: null }
  if ('member' in standIn) return { stand_in_kind: 'member', stand_in_id: standIn.member }
  return 'team' in standIn
    ? { stand_in_kind: 'team', stand_in_id: standIn.team }
    : { stand_in_kind: 'role', stand_in_id: standIn.role }
}

interface StoredStandIn {
  stand_in_kind: string | null
  stand_in_id: string | null
}

export const standInWire = (
  { stand_in_kind: kind, stand_in_id: id }: StoredStandIn,
  names: ReadonlyMap<string, string>,
) => (kind && id ? { kind: z.parse(Kind, kind), id, name: names.get(id) ?? '' } : null)

/** Names of stand-ins, by id; one that was deleted has none. */
export async function standInNames(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const among = sql`any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from members where tenant_id = ${tenantId} and id = ${among}
    union all select id, name from teams where tenant_id = ${tenantId} and id = ${among} and deleted_at is null
    union all select id, display_name from roles where tenant_id = ${tenantId} and id = ${among}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const PLACES = { member: 'members', team: 'teams', role: 'roles' } as const

/** Somebody who left, or a team in the trash, can stand in for nobody. */
async function isStandInHere(db: Db, tenantId: string, standIn: StandIn): Promise<boolean> {
  const { stand_in_kind: kind, stand_in_id: id } = standInColumns(standIn)
  const table = kind === 'member' || kind === 'team' || kind === 'role' ? PLACES[kind] : undefined
  if (!table) return false
  const still =
    table === 'members' ? sql`and status = 'active'` : table === 'teams' ? sql`and deleted_at is null` : sql``
  const { rows } =
    await sql`select from ${sql.table(table)} where tenant_id = ${tenantId} and id = ${id}::uuid ${still}`.execute(db)
  return rows.length > 0
}

/** Numbers of the published versions of these. */
async function publishedVersions(db: Db, tenantId: string, workflowIds: readonly string[]) {
  const { rows } = await sql<{ id: string; number: number }>`select id, current_version as number from workflows
    where tenant_id = ${tenantId} and id = any (${workflowIds}::uuid[]) and current_version is not null`.execute(db)
  return rows
}

/** Whether a workflow, or one that it calls, gives a step to the starter: called ones have the same stand-in. */
export async function startNeedsStarter({ db, tenantId }: ReadTx, doc: FlowDoc): Promise<boolean> {
  const met = new Set<string>()
  const left = [doc]
  for (let one = left.pop(); one; one = left.pop()) {
    if (needsStarter(one)) return true
    const called = callsOf(one).filter((id) => !met.has(id))
    for (const id of called) met.add(id)
    for (const { id, number } of await publishedVersions(db, tenantId, called)) {
      left.push((await versionOf(db, tenantId, id, number)).doc)
    }
  }
  return false
}

/** Who stands in unless somebody is named: the person who arranges the start, where a step needs a starter. */
export async function standInFor(
  tx: ReadTx,
  viewer: Pick<Viewer, 'memberId'>,
  given: StandIn | null | undefined,
  doc: FlowDoc,
): Promise<StandIn | null> {
  if (given) {
    if (!(await isStandInHere(tx.db, tx.tenantId, given))) throw notFound('This stand-in')
    return given
  }
  if (!(await startNeedsStarter(tx, doc))) return null
  if (given === null) {
    throw invalid('Choose who stands in for the starter', [{ path: 'stand_in', message: 'required' }])
  }
  return { member: viewer.memberId }
}

/** What starts by itself starts in nobody's name, so the person who arranges it must be allowed to start the workflow. */
export function requireMayStart(viewer: Viewer): void {
  if (!may(viewer, 'instances.manage')) throw forbidden()
}
