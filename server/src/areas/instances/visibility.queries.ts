import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

/** Who has a part in an instance. */
export async function participantsOf(db: Db, tenantId: string, instanceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('instance_people')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .execute()
  return rows.map(({ member_id }) => member_id)
}

export async function addParticipants(db: Db, tenantId: string, instanceId: string, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  await db
    .insertInto('instance_people')
    .values(memberIds.map((member_id) => ({ tenant_id: tenantId, instance_id: instanceId, member_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those who started an instance, stand in for that, or have a part in one of its tasks. */
const hasPart = (tenantId: string, instanceId: string) => sql<boolean>`(
  exists (select from instances i where i.tenant_id = ${tenantId} and i.id = ${instanceId}
    and p.member_id in (i.started_by, i.stand_in_id))
  or exists (select from task_people tp join tasks t on t.tenant_id = ${tenantId} and t.id = tp.task_id
    where tp.tenant_id = ${tenantId} and tp.member_id = p.member_id and t.instance_id = ${instanceId}))`

const MAX_PARTICIPANTS = 500

/** The participants who are still here, by name, as far as a person is shown them and asked about them. */
const listedParticipants = (db: Db, tenantId: string, instanceId: string) =>
  db
    .selectFrom('instance_people as p')
    .innerJoin('members as m', (on) => on.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.id', '=', 'p.member_id'))
    .where('p.tenant_id', '=', tenantId)
    .where('p.instance_id', '=', instanceId)
    .where('m.status', '<>', 'removed')
    .orderBy('m.name_key')
    .orderBy('m.id')
    .limit(MAX_PARTICIPANTS)

export const listParticipantRows = (db: Db, tenantId: string, instanceId: string) =>
  listedParticipants(db, tenantId, instanceId)
    .select(['p.member_id', hasPart(tenantId, instanceId).as('fixed')])
    .execute()

/** Takes out those of the shown participants who neither stay nor have a part in it. Nobody was asked about the others. */
export async function keepParticipants(db: Db, tenantId: string, instanceId: string, stay: readonly string[]) {
  const shown = await listedParticipants(db, tenantId, instanceId).select('p.member_id').execute()
  const leaving = shown.map(({ member_id }) => member_id).filter((id) => !stay.includes(id))
  await sql`delete from instance_people p where p.tenant_id = ${tenantId} and p.instance_id = ${instanceId}
    and p.member_id = any (${leaving}::uuid[]) and not ${hasPart(tenantId, instanceId)}`.execute(db)
}

const VISIBLE_COLUMNS = [
  'i.id',
  'i.workflow_id',
  'i.narrowed',
  'i.status',
  'i.version',
  'i.created_at',
  'i.deleted_at',
  'i.name',
  'i.parent_id',
] as const

/** As far as the viewer may see it; `lock` keeps it as it is until the commit. */
export const selectVisibleInstance = (
  db: Db,
  tenantId: string,
  id: string,
  visible: Visibility,
  { state, lock }: { state: 'live' | 'trashed' | 'any'; lock: boolean },
) => {
  let query = db
    .selectFrom('instances as i')
    .select(VISIBLE_COLUMNS)
    .select(['i.number', 'i.prefix'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', id)
    .where(visible.ofInstance('i'))
  if (state !== 'any') query = query.where('i.deleted_at', state === 'live' ? 'is' : 'is not', null)
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}
export type VisibleInstance = NonNullable<Awaited<ReturnType<typeof selectVisibleInstance>>>

/** Those of them who are here and not removed. */
export async function presentAmong(db: Db, tenantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('status', '<>', 'removed')
    .execute()
  return rows.map(({ id }) => id)
}

/** As far as needed to say whose pages are told. */
export const findInstanceVisibility = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances')
    .select(['id', 'workflow_id', 'narrowed'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Who has a part in each of these tasks. */
export const partsInTasks = (db: Db, tenantId: string, taskIds: readonly string[]) =>
  db
    .selectFrom('task_people')
    .select(['task_id', 'member_id'])
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('task_id', '=', sql<string>`any (${taskIds}::uuid[])`)
    .execute()
