import { sql } from 'kysely'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { nextRuns } from '../billing/billing.public.ts'
import type { PendingStart } from './start-or-hold.ts'
import type { StartReason } from './start-reasons.ts'
import type { TriggerRow } from './triggers.queries.ts'

/** The database's clock, which says what month it is, may be behind the engine's. */
const CLOCKS_APART = 30_000

/** Once for each workspace and month, however much is held in it. */
export async function releaseNextMonth(tx: TenantTx): Promise<void> {
  const { tenantId } = tx
  const until = await nextRuns(tx)
  const workflowId = `release:${tenantId}:${until.toISOString()}`
  tx.start(tenantId, {
    workflow: 'releaseStarts',
    workflowId,
    args: { tenantId, until: until.getTime() + CLOCKS_APART },
  })
}

/** Keeps a start that can't begin now; one that is held already stays as it is. */
export async function holdStart(
  tx: TenantTx,
  trigger: Pick<TriggerRow, 'id' | 'workflow_id'>,
  { source, key, name, given }: PendingStart,
  reason: StartReason,
): Promise<string> {
  const { db, tenantId } = tx
  const { rows } = await sql<{ id: string }>`
    insert into held_starts (tenant_id, trigger_id, workflow_id, source, key, name, given, reason)
    values (${tenantId}, ${trigger.id}, ${trigger.workflow_id}, ${source}, ${key}, ${name},
      ${JSON.stringify(given)}::jsonb, ${JSON.stringify(reason)}::jsonb)
    on conflict (tenant_id, source, key) do update set held_at = held_starts.held_at
    returning id`.execute(db)
  const id = rows[0]?.id
  if (!id) throw new Error('a start was not held')
  if (reason.code === 'limit') await releaseNextMonth(tx)
  return id
}

/** What it brings is read anew, since the settings by which that is done have changed. */
export const changeHeld = (
  { db, tenantId }: TenantTx,
  id: string,
  { name, given }: Pick<PendingStart, 'name' | 'given'>,
) =>
  sql`update held_starts set name = ${name}, given = ${JSON.stringify(given)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} and started_at is null`.execute(db)

const poke = (tx: TenantTx, workflowId: string) =>
  tx.poke(workflowId, {
    workflow: 'startHeld',
    workflowId: `start-held:${tx.tenantId}:${workflowId}`,
    args: { tenantId: tx.tenantId, workflowId },
  })

/** What waits for this workflow begins: it was published, restored or made active. */
export async function wakeHeldOf(tx: TenantTx, workflowId: string): Promise<void> {
  const { rows } = await sql`select from held_starts
    where tenant_id = ${tx.tenantId} and workflow_id = ${workflowId} and started_at is null limit 1`.execute(tx.db)
  if (rows.length > 0) poke(tx, workflowId)
}

/** What waits for runs, the oldest first: ids are in the order in which it came. */
export async function heldForRuns({ db, tenantId }: ReadTx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from held_starts
    where tenant_id = ${tenantId} and started_at is null and reason ->> 'code' = 'limit' and id > ${after}::uuid
      and (not_before is null or not_before <= app.billing_now())
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many wait because the plan has no runs left. */
export async function countHeld({ db, tenantId }: ReadTx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from held_starts
    where tenant_id = ${tenantId} and started_at is null and reason ->> 'code' = 'limit'`.execute(db)
  return rows[0]?.n ?? 0
}
