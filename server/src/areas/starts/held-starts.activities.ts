import { TenantId } from '@throughline/contracts/ids'
import { Json as JsonSchema } from '@throughline/contracts/json'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { publishWorkflowFrame } from '../workflows/workflows.public.ts'
import { startPending, tellOfRefusal } from './start-or-hold.ts'
import { findTrigger } from './triggers.queries.ts'
import { tryStart } from './try-start.ts'

const LOT = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

export interface HeldLeft {
  tenantId: string
  workflowId: string
  /** The one before those that are left. */
  after?: string
}

async function heldAfter({ db, tenantId }: ReadTx, { workflowId, after = FIRST }: HeldLeft): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from held_starts
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and started_at is null and id > ${after}::uuid
    order by id limit ${LOT}`.execute(db)
  return rows.map(({ id }) => id)
}

const Held = z.object({
  trigger_id: z.string(),
  source: z.enum(['webhook', 'mail']),
  key: z.string(),
  name: z.string(),
  given: z.record(z.string(), JsonSchema),
  reason: z.unknown(),
})

/** One that waits, if it still does; why it still can't start is kept with it. */
export async function startHeldOne(tx: TenantTx, id: string): Promise<void> {
  const { db, tenantId } = tx
  const { rows } = await sql`select trigger_id, source, key, name, given, reason from held_starts
    where tenant_id = ${tenantId} and id = ${id} and started_at is null for no key update`.execute(db)
  if (!rows[0]) return
  const { trigger_id, reason: before, ...pending } = z.parse(Held, rows[0])
  const trigger = await findTrigger(db, tenantId, trigger_id)
  if (!trigger) return
  const about = { held_start_id: id, workflow_id: trigger.workflow_id }
  const outcome = await tryStart(tx, about, async (inner) => (await startPending(inner, trigger, pending)).id)
  if ('reason' in outcome) {
    await sql`update held_starts set reason = ${JSON.stringify(outcome.reason)}::jsonb
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
    return tellOfRefusal(tx, trigger, outcome.reason, before)
  }
  await sql`update held_starts set started_at = now(), instance_id = ${outcome.instanceId}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
}

export const createHeldStartActivities = (ctx: Context) => ({
  /** Each in a transaction of its own, so that a repeat finds those started that were. Undefined at the end. */
  async startHeldSome(left: HeldLeft): Promise<string | undefined> {
    const scope = { tenantId: TenantId.parse(left.tenantId) }
    const ids = await readTenant(ctx, scope, (tx) => heldAfter(tx, left))
    for (const id of ids) await repeatOnLock(() => inTenant(ctx, scope, (tx) => startHeldOne(tx, id)))
    return ids.length < LOT ? undefined : ids.at(-1)
  },
})

export type HeldStartActivities = ReturnType<typeof createHeldStartActivities>
