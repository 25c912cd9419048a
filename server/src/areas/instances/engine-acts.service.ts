import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import type { Dropped } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenantOnce } from '../../core/db/in-tenant.ts'
import { isStorable } from '../../core/db/storable.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import { workflowIdOf } from './engine/address.ts'

const LIMIT = 5_000
const PAUSE = 200

type Ticket = { step: string; round: number; item?: number }

export type OperatorAct =
  | ({ t: 'retry'; attempt: number; by: string } & Ticket)
  /** `outputs`: what later steps need of the step that is passed over, by variable. */
  | ({ t: 'override'; outcome: string; by: string; reason: string; outputs?: Record<string, Json> } & Ticket)
  | { t: 'cancel'; by: string; reason: string }

export type ActAnswer = { done: true } | { dropped: Dropped }

const Answer = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ dropped: z.enum(['ended', 'late', 'repeat', 'stale', 'kind', 'unknown']) }),
])

const engineAway = () =>
  new AppError(503, 'engine_away', 'This cannot be done right now. Try again in a moment.', { retryAfter: 5 })

const statusOf = (ctx: Context, tenantId: TenantId, instanceId: string) =>
  readTenantOnce(ctx, { tenantId }, async ({ db }) => {
    const instance = await db
      .selectFrom('instances')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instanceId)
      .executeTakeFirst()
    return instance?.status
  })

/**
 * What an operator does to a running instance: waits until the turn is committed and says whether it counted. A
 * repeat under the same `updateId` gets the first one's answer. Not within a transaction: the turn needs the rows
 * that one may hold, so that its route is mounted with `once: 'never'`.
 */
export async function actOnInstance(
  ctx: Context,
  { tenantId, instanceId }: { tenantId: TenantId; instanceId: string },
  event: OperatorAct,
  updateId: string,
): Promise<ActAnswer> {
  if (ctx.tenantTx) throw new Error('an operator’s act waits for a turn: no transaction may be open meanwhile')
  // No turn could ever commit it, and the instance would hang on it.
  if (!isStorable({ ...event })) throw invalid('Some of what was sent cannot be stored')
  const update = { workflowId: workflowIdOf(tenantId, instanceId), update: 'act', updateId, args: { event } }
  const latest = Date.now() + LIMIT
  for (;;) {
    const asked = await ctx.update(update, latest)
    if (asked.is === 'answered') return z.parse(Answer, asked.value)
    if (asked.is === 'away') throw engineAway()
    // It has ended, or cannot listen yet: the start may still be on its way.
    const status = await statusOf(ctx, tenantId, instanceId)
    if (status === undefined) throw notFound('This instance')
    if (status === 'completed' || status === 'cancelled') return { dropped: 'ended' }
    if (Date.now() + PAUSE > latest) throw engineAway()
    await sleep(PAUSE)
  }
}
