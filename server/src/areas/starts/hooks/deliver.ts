import type { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import { givenBy, titleFrom } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { sealForTenant } from '../../../core/keys/tenant-key.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { type PendingStart, type StartResult, startOrHold, tellOfRefusal } from '../start-or-hold.ts'
import type { StartReason } from '../start-reasons.ts'
import { type Repeat, readContent, repeatKeyOf, UnreadableContent } from './call-content.ts'
import { countForged, findSameCall, insertDelivery, lastRefusal, lockCall } from './deliveries.queries.ts'
import { fetchLater } from './hook-files.ts'
import { findHook, type HookRow } from './hooks.queries.ts'
import type { SignedCall } from './signatures.ts'

export const Mapping = z.record(z.string(), z.string())
/** What a body is sealed for, so that bytes copied to another row or tenant do not open. */
export const bodyAad = (tenantId: string, id: string): string => `hook_deliveries:${tenantId}:${id}`
/** A body was kept as text; what it is was decided by its sender's header, of which its first sign tells enough. */
export const callOf = (body: string): SignedCall => ({
  headers: { 'content-type': /^\s*[[{"\d]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded' },
  body: Buffer.from(body),
})

/** Of forged calls of one day; the others are only counted. */
const KEPT_FORGERIES = 100

/** What became of a call that is really the sender's. */
export type Delivered =
  | { state: 'started' | 'duplicate'; instanceId: string }
  | { state: 'held'; reason?: StartReason }
  | { state: 'refused'; reason: StartReason }

const pendingOf = (hook: HookRow, content: Json, key: string): PendingStart => ({
  source: 'webhook',
  key,
  name: titleFrom(hook.title, content) || hook.name,
  given: givenBy(z.parse(Mapping, hook.field_mapping), content),
})

/** A body counts for a day: what comes later under the same key is another start. */
const sourceKey = (hookId: string, { key, forGood }: { key: string; forGood: boolean }, deliveryId: string) =>
  forGood ? `${hookId}:${key}` : `${hookId}:${key}:${deliveryId}`

interface Outcome {
  delivered: Delivered
  heldId?: string
}

const outcomeOf = (result: StartResult): Outcome => {
  if (result.state === 'started')
    return { delivered: { state: result.fresh ? 'started' : 'duplicate', instanceId: result.instanceId } }
  return result.state === 'held'
    ? { delivered: { state: 'held', reason: result.reason }, heldId: result.heldId }
    : { delivered: { state: 'refused', reason: result.reason } }
}

const refusal = (code: string, message: string): Outcome => ({
  delivered: { state: 'refused', reason: { code, message } },
})

/** A call by its row; `at`, where it came before and is started by a person now. */
interface CallRef {
  id: string
  at?: Date
}

/** Starts what a call asks for, unless the same call has done so. */
export async function startOnce(
  tx: TenantTx,
  hook: HookRow,
  content: Json,
  repeat: Repeat,
  { id, at }: CallRef,
): Promise<Outcome> {
  // What counts for good is found again by its instance.
  const isKept = repeat.forGood && !at
  const before = isKept ? undefined : await findSameCall(tx.db, tx.tenantId, hook.id, repeat.key, at)
  if (before?.instance_id) return { delivered: { state: 'duplicate', instanceId: before.instance_id } }
  if (before?.held_id) return { delivered: { state: 'held' }, heldId: before.held_id }
  return outcomeOf(await startOrHold(tx, hook, pendingOf(hook, content, sourceKey(hook.id, repeat, id))))
}

interface Arrival {
  tenantId: TenantId
  hookId: string
  call: SignedCall
  /** When it began to be read, by `performance.now`. */
  began: number
}

/** A call that its sender has signed: its row and what it starts are one transaction. Undefined: the hook is gone. */
export async function deliver(
  ctx: Context,
  { tenantId, hookId, call, began }: Arrival,
): Promise<Delivered | undefined> {
  const once = () =>
    inTenant(ctx, { tenantId }, async (tx): Promise<Delivered | undefined> => {
      const { db } = tx
      const hook = await findHook(db, tenantId, hookId)
      if (!hook) return undefined
      let content: Json | undefined
      let unread: Outcome | undefined
      try {
        content = readContent(call)
      } catch (error) {
        if (!(error instanceof UnreadableContent)) throw error
        unread = refusal('unreadable', error.message)
      }
      const repeat = content === undefined ? undefined : repeatKeyOf(hook, call, content)
      const id = await lockCall(db, hookId, repeat?.key ?? '')
      const { delivered, heldId }: Outcome =
        content === undefined || !repeat
          ? (unread ?? refusal('unreadable', ''))
          : hook.paused_at
            ? refusal('paused', 'The webhook is paused.')
            : await startOnce(tx, hook, content, repeat, { id })
      const reason = delivered.state === 'refused' ? delivered.reason : undefined
      if (reason && reason.code !== 'paused') tellOfRefusal(tx, hook, reason, await lastRefusal(db, tenantId, hookId))
      await insertDelivery(db, tenantId, {
        id,
        hookId,
        state: delivered.state,
        repeatKey: repeat?.key,
        instanceId: 'instanceId' in delivered ? delivered.instanceId : undefined,
        heldId,
        reason,
        tookMs: Math.round(performance.now() - began),
        bytes: call.body.length,
        body: await sealForTenant(ctx, tenantId, call.body.toString('utf8'), bodyAad(tenantId, id)),
      })
      // Of a repeat they are fetched already.
      if (content !== undefined && (delivered.state === 'started' || delivered.state === 'held'))
        await fetchLater(tx, hook, { deliveryId: id, heldId }, content)
      await publishWorkflowFrame(tx, 'workflow.starts', { id: hook.workflow_id, visibility: hook.visibility })
      return delivered
    })
  return repeatOnLock(once)
}

/** A call that nobody signed leaves a row, up to a hundred a day, and then only counts. */
export const noteForged = (ctx: Context, { tenantId, hookId, call, began }: Arrival, reason: StartReason) =>
  inTenant(ctx, { tenantId }, async ({ db }) => {
    const { id, calls } = await countForged(db, tenantId, hookId)
    if (calls > KEPT_FORGERIES) return
    const tookMs = Math.round(performance.now() - began)
    await insertDelivery(db, tenantId, { id, hookId, state: 'forged', reason, tookMs, bytes: call.body.length })
  })
