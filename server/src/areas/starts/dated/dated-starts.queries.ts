import { MAX_DATED_STARTS } from '@throughline/contracts/dated-starts'
import type { HeldStartId } from '@throughline/contracts/ids'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import type { StartReason } from '../start-reasons.ts'

export async function findWorkflow({ db, tenantId }: ReadTx, id: string) {
  return db
    .selectFrom('workflows')
    .select(['visibility', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface DatedStartRow {
  id: string
  name: string
  not_before: Date
  started_by: string
  by_name: string | null
  /** Its day has come. */
  is_due: boolean
  reason: unknown
}

/** What is for participants only has one so far: whoever starts it. */
const seenBy = (memberId: string): RawBuilder<boolean> =>
  sql`(h.started_by = ${memberId} or not coalesce((h.given ->> 'narrowed')::boolean, false))`

/** Those of a workflow that wait. */
export async function datedStarts(
  { db, tenantId }: ReadTx,
  { workflowId, memberId }: { workflowId: string; memberId: string },
): Promise<DatedStartRow[]> {
  const { rows } = await sql<DatedStartRow>`
    select h.id, h.name, h.not_before, h.started_by, m.name as by_name, h.reason,
      h.not_before <= app.billing_now() as is_due from held_starts h
    left join members m on m.tenant_id = h.tenant_id and m.id = h.started_by
    where h.tenant_id = ${tenantId} and h.workflow_id = ${workflowId} and h.started_at is null and h.source = 'person'
      and ${seenBy(memberId)}
    order by h.id limit ${MAX_DATED_STARTS}`.execute(db)
  return rows
}

export async function countDated({ db, tenantId }: ReadTx, workflowId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from held_starts
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and started_at is null and source = 'person'
    limit ${MAX_DATED_STARTS}) as waiting`.execute(db)
  return rows[0]?.n ?? 0
}

interface NewDated {
  workflowId: string
  memberId: string
  key: string
  given: { name: string }
  startsAt: Date
  reason: StartReason
}

/** A key seen before keeps nothing more. */
export async function insertDated({ db, tenantId }: TenantTx, made: NewDated): Promise<string> {
  const { workflowId, memberId, key, given, startsAt, reason } = made
  const { rows } = await sql<{ id: string }>`
    insert into held_starts (tenant_id, workflow_id, started_by, not_before, source, key, name, given, reason)
    values (${tenantId}, ${workflowId}, ${memberId}, ${startsAt}, 'person', ${key}, ${given.name},
      ${JSON.stringify(given)}::jsonb, ${JSON.stringify(reason)}::jsonb)
    on conflict (tenant_id, source, key) do update set held_at = held_starts.held_at
    returning id`.execute(db)
  if (!rows[0]) throw new Error('a start was not held')
  return rows[0].id
}

/** What it was called; undefined where it is not there for this member, or has begun. */
export async function deleteDated(
  { db, tenantId }: TenantTx,
  { id, workflowId, memberId }: { id: HeldStartId; workflowId: string; memberId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`delete from held_starts h
    where h.tenant_id = ${tenantId} and h.id = ${id} and h.workflow_id = ${workflowId} and h.started_at is null
      and h.source = 'person' and ${seenBy(memberId)}
    returning h.name`.execute(db)
  return rows[0]?.name
}

/** Those of workflows that are deleted for good, begun or not. */
export async function forgetDated({ db, tenantId }: TenantTx, workflowIds: readonly string[]): Promise<void> {
  await sql`delete from held_starts
    where tenant_id = ${tenantId} and workflow_id = any (${workflowIds}::uuid[]) and source = 'person'`.execute(db)
}
