import { TenantId } from '@throughline/contracts/ids'
import { Json as JsonSchema } from '@throughline/contracts/json'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { publishWorkflowFrame } from '../workflows/workflows.public.ts'
import { DatedRow, tryDated } from './dated/start-dated.ts'
import { eachApart } from './each-apart.ts'
import { releaseNextMonth } from './held-starts.ts'
import { noteHeldRun, skipHeldRun } from './schedules/held-runs.ts'
import { startPending, tellOfRefusal } from './start-or-hold.ts'
import { isPassing } from './start-reasons.ts'
import { findTrigger } from './triggers.queries.ts'
import { type TriedStart, tryStart } from './try-start.ts'

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
      and (not_before is null or not_before <= app.billing_now())
    order by id limit ${LOT}`.execute(db)
  return rows.map(({ id }) => id)
}

const Triggered = z.object({
  trigger_id: z.string(),
  source: z.enum(['webhook', 'mail', 'schedule']),
  key: z.string(),
  name: z.string(),
  given: z.record(z.string(), JsonSchema),
  reason: z.unknown(),
})
const Held = z.union([DatedRow, Triggered])

/** What a trigger has brought. Undefined: it starts nothing any more. */
async function tryTriggered(
  tx: TenantTx,
  id: string,
  held: z.infer<typeof Triggered>,
): Promise<TriedStart | undefined> {
  const { trigger_id, reason: before, ...pending } = held
  const trigger = await findTrigger(tx.db, tx.tenantId, trigger_id)
  if (!trigger) return undefined
  const { workflow_id, visibility } = trigger
  const isRun = pending.source === 'schedule'
  const workflow = { id: workflow_id, visibility }
  if (isRun && (await skipHeldRun(tx, pending.key, before))) {
    await publishWorkflowFrame(tx, 'workflow.starts', workflow)
    return undefined
  }
  const about = { held_start_id: id, workflow_id }
  const outcome = await tryStart(
    tx,
    about,
    async (inner, current) => (await startPending(inner, { ...trigger, ...current }, pending)).id,
  )
  if (isRun) await noteHeldRun(tx, pending.key, outcome)
  if ('reason' in outcome) tellOfRefusal(tx, trigger, outcome.reason, before)
  if (isRun && 'reason' in outcome && !isPassing(outcome.reason)) {
    await publishWorkflowFrame(tx, 'workflow.starts', workflow)
    return undefined
  }
  return { outcome, workflow }
}

/** One that waits, if it still does; why it still can't start is kept with it. True: the plan has no runs left. */
export async function startHeldOne(tx: TenantTx, id: string): Promise<boolean> {
  const { db, tenantId } = tx
  const { rows } =
    await sql`select trigger_id, workflow_id, started_by, source, key, name, given, reason from held_starts
    where tenant_id = ${tenantId} and id = ${id} and started_at is null for no key update`.execute(db)
  if (!rows[0]) return false
  const held = z.parse(Held, rows[0])
  const tried = held.source === 'person' ? await tryDated(tx, id, held) : await tryTriggered(tx, id, held)
  if (!tried) {
    await sql`delete from held_starts where tenant_id = ${tenantId} and id = ${id}`.execute(db)
    return false
  }
  const { outcome, workflow } = tried
  if ('instanceId' in outcome)
    await sql`update held_starts set started_at = now(), instance_id = ${outcome.instanceId}
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  else
    await sql`update held_starts set reason = ${JSON.stringify(outcome.reason)}::jsonb
      where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  await publishWorkflowFrame(tx, 'workflow.starts', workflow)
  const isFull = 'reason' in outcome && outcome.reason.code === 'limit'
  // The month may have changed since it was held.
  if (isFull) await releaseNextMonth(tx)
  return isFull
}

export const createHeldStartActivities = (ctx: Context) => ({
  /** Each in a transaction of its own, so that a repeat finds those started that were. Undefined at the end. */
  async startHeldSome(left: HeldLeft): Promise<string | undefined> {
    const scope = { tenantId: TenantId.parse(left.tenantId) }
    const ids = await readTenant(ctx, scope, (tx) => heldAfter(tx, left))
    // One that fails stays among those that wait, where people see it.
    await eachApart(ctx.log, ids, 'a start that waited could not be tried again', (id) =>
      repeatOnLock(() => inTenant(ctx, scope, (tx) => startHeldOne(tx, id))),
    )
    return ids.length < LOT ? undefined : ids.at(-1)
  },
})

export type HeldStartActivities = ReturnType<typeof createHeldStartActivities>
