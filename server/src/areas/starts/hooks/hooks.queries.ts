import type { StandIn } from '@throughline/contracts/form-triggers'
import { MAX_COUNTED } from '@throughline/contracts/hooks'
import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { standInColumns } from '../stand-ins.ts'

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`

const hooks = (db: Db, tenantId: string) =>
  db
    .selectFrom('hooks as h')
    .innerJoin('workflow_triggers as t', (join) =>
      join.onRef('t.tenant_id', '=', 'h.tenant_id').onRef('t.id', '=', 'h.id'),
    )
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .select(['h.id', 't.kind', 't.workflow_id', 't.name', 't.field_mapping', 't.fixed_values', 't.told_id'])
    .select(['t.stand_in_kind', 't.stand_in_id', 't.paused_at', 't.paused_by', 't.created_by'])
    .select(['t.updated_at', 't.updated_by', 't.version'])
    .select(['h.style', 'h.secret', 'h.secret_end', 'h.secret_at', 'h.secret_by', 'h.repeat_by', 'h.repeat_path'])
    .select(['h.title', 'h.previous', 'h.previous_end', 'h.previous_until', 'h.files_path'])
    .select(['w.name as workflow_name', 'w.status', 'w.current_version', 'w.deleted_at', 'w.visibility'])
    .where('h.tenant_id', '=', tenantId)
    .where('t.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)

export type HookRow = NonNullable<Awaited<ReturnType<typeof findHook>>>

export const findHook = (db: Db, tenantId: string, id: string) =>
  hooks(db, tenantId).where('h.id', '=', id).executeTakeFirst()

export const hooksOfWorkflow = (db: Db, tenantId: string, workflowId: string) =>
  hooks(db, tenantId).where('t.workflow_id', '=', workflowId).orderBy('h.id').execute()

/** Locked first, so that changes come one after the other; calls need no lock. */
export async function lockHook(db: Db, tenantId: string, id: string): Promise<HookRow | undefined> {
  await sql`select from hooks where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(db)
  return findHook(db, tenantId, id)
}

export interface HookValues {
  name: string
  style: string
  repeatBy: string
  repeatPath: string
  title: string
  filesPath: string
  mapping: Record<string, string>
  fixed: Record<string, Json>
  standIn: StandIn | null
  toldId: string
}

const triggerColumns = ({ name, mapping, fixed, standIn, toldId }: HookValues) => ({
  name,
  field_mapping: json(mapping),
  fixed_values: json(fixed),
  told_id: toldId,
  ...standInColumns(standIn),
})

const hookColumns = ({ style, repeatBy, repeatPath, title, filesPath }: HookValues) => ({
  style,
  repeat_by: repeatBy,
  repeat_path: repeatPath,
  title,
  files_path: filesPath,
})

export interface SealedSecret {
  sealed: Buffer
  keyNo: number
  /** Its last characters. */
  end: string
}

export async function insertHook(
  db: Db,
  tenantId: string,
  of: { id: string; workflowId: string; memberId: string },
  values: HookValues,
  secret: SealedSecret,
): Promise<void> {
  await db
    .insertInto('workflow_triggers')
    .values({
      tenant_id: tenantId,
      id: of.id,
      kind: 'webhook',
      workflow_id: of.workflowId,
      created_by: of.memberId,
      updated_by: of.memberId,
      ...triggerColumns(values),
    })
    .execute()
  await db
    .insertInto('hooks')
    .values({
      tenant_id: tenantId,
      id: of.id,
      ...hookColumns(values),
      secret: secret.sealed,
      key_no: secret.keyNo,
      secret_end: secret.end,
      secret_by: of.memberId,
    })
    .execute()
}

/** False where somebody else has saved since. */
export async function updateHook(
  db: Db,
  tenantId: string,
  { id, version, memberId }: { id: string; version: number; memberId: string },
  values: HookValues,
): Promise<boolean> {
  const saved = await db
    .updateTable('workflow_triggers')
    .set({ ...triggerColumns(values), updated_at: sql`now()`, updated_by: memberId, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await db
    .updateTable('hooks')
    .set(hookColumns(values))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
  return true
}

/** The one that was in use works for 24 more hours. */
export const setSecret = (db: Db, tenantId: string, id: string, by: string, secret: SealedSecret) =>
  sql`update hooks set previous = secret, previous_key_no = key_no, previous_end = secret_end,
      previous_until = now() + interval '24 hours', secret = ${secret.sealed}, key_no = ${secret.keyNo},
      secret_end = ${secret.end}, secret_at = now(), secret_by = ${by}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)

export async function deleteHooks(db: Db, tenantId: string, ids: readonly string[]): Promise<void> {
  const among = sql`any (${ids}::uuid[])`
  await sql`delete from hook_deliveries where tenant_id = ${tenantId} and hook_id = ${among}`.execute(db)
  await sql`delete from hook_forgeries where tenant_id = ${tenantId} and hook_id = ${among}`.execute(db)
  await sql`delete from held_starts where tenant_id = ${tenantId} and trigger_id = ${among}`.execute(db)
  await sql`delete from public_addresses where tenant_id = ${tenantId} and kind = 'hook' and public_id = ${among}`.execute(
    db,
  )
  await sql`delete from hooks where tenant_id = ${tenantId} and id = ${among}`.execute(db)
  await sql`delete from workflow_triggers where tenant_id = ${tenantId} and id = ${among}`.execute(db)
}

/** Those of workflows that are deleted for good. */
export async function forgetHooks({ db, tenantId }: ReadTx, workflowIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from workflow_triggers
    where tenant_id = ${tenantId} and kind = 'webhook' and workflow_id = any (${workflowIds}::uuid[])`.execute(db)
  await deleteHooks(
    db,
    tenantId,
    rows.map(({ id }) => id),
  )
}

export interface HookCounts {
  last_call_at: Date | null
  started: number
  rejected: number
  held: number
}

/** Of each hook; counts end at a bound, so that a busy one costs no more. */
export async function hookCounts(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, HookCounts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<HookCounts & { id: string }>`select h.id,
      (select max(at) from (select d.at from hook_deliveries d where d.tenant_id = ${tenantId} and d.hook_id = h.id
        order by d.id desc limit 1) l) as last_call_at,
      (select count(*)::int from (select from hook_deliveries d where d.tenant_id = ${tenantId} and d.hook_id = h.id
        and d.state = 'started' and d.at > now() - interval '30 days' limit ${MAX_COUNTED}) s) as started,
      (select count(*)::int from (select from hook_deliveries d where d.tenant_id = ${tenantId} and d.hook_id = h.id
        and d.state in ('refused', 'forged') and d.id > app.uuid_floor(now() - interval '24 hours')
        limit ${MAX_COUNTED}) r) as rejected,
      (select count(*)::int from (select from held_starts s where s.tenant_id = ${tenantId} and s.trigger_id = h.id
        and s.started_at is null limit ${MAX_COUNTED}) w) as held
    from unnest(${ids}::uuid[]) as h (id)`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export const lockHooksSealedBefore = async (db: Db, tenantId: string, keyNo: number, limit: number) => {
  const { rows } = await sql<{ id: string; secret: Buffer; previous: Buffer | null }>`select id, secret, previous
    from hooks where tenant_id = ${tenantId} and (key_no < ${keyNo} or previous_key_no < ${keyNo})
    order by id limit ${limit} for no key update`.execute(db)
  return rows
}

export const resealHook = (
  db: Db,
  tenantId: string,
  id: string,
  { secret, previous, keyNo }: { secret: Buffer; previous: Buffer | null; keyNo: number },
) =>
  sql`update hooks set secret = ${secret}, key_no = ${keyNo}, previous = ${previous},
      previous_key_no = case when ${previous}::bytea is null then null else ${keyNo}::int end
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
