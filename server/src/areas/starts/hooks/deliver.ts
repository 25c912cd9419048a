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
import { type Repeat, readContent, repeatKeyOf, UnreadableContent, unreadRepeat } from './call-content.ts'
import { countCall, findSameCall, hasSameCall, insertDelivery, lastRefusal, lockCall } from './deliveries.queries.ts'
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

/** Of forged calls and of repeats of one day, of each; the others are only counted. */
const KEPT_A_DAY = 100

/** What became of a call that is really the sender's. */
export type Delivered =
  | { state: 'started' | 'duplicate'; instanceId: string }
  | { state: 'held'; reason?: StartReason }
  | { state: 'refused'; reason: StartReason }

/** What a call starts with, by the settings of now. */
export const startOf = (hook: HookRow, content: Json): Pick<PendingStart, 'name' | 'given'> => ({
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
  const key = sourceKey(hook.id, repeat, id)
  return outcomeOf(await startOrHold(tx, hook, { source: 'webhook', key, ...startOf(hook, content) }))
}

type ReadCall = { content: Json } | { unread: Outcome }

function readCall(call: SignedCall): ReadCall {
  try {
    return { content: readContent(call) }
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error
    return { unread: refusal('unreadable', error.message) }
  }
}

/**
 * Whether a call gets a row. One that is recorded can be sent again without end, so of repeats, rejected and held ones
 * among them, a hundred rows a day are kept.
 */
async function isListed(tx: TenantTx, hookId: string, key: string, { delivered, heldId }: Outcome): Promise<boolean> {
  const { db, tenantId } = tx
  if (delivered.state === 'started') return true
  if (delivered.state !== 'duplicate' && !(await hasSameCall(db, tenantId, hookId, { key, heldId }))) return true
  return (await countCall(db, tenantId, hookId, 'repeat')).repeats <= KEPT_A_DAY
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
  const read = readCall(call)
  const once = () =>
    inTenant(ctx, { tenantId }, async (tx): Promise<Delivered | undefined> => {
      const { db } = tx
      const hook = await findHook(db, tenantId, hookId)
      if (!hook) return undefined
      const repeat = 'content' in read ? repeatKeyOf(hook, call, read.content) : unreadRepeat(call)
      const id = await lockCall(db, hookId, repeat.key)
      const outcome =
        'unread' in read
          ? read.unread
          : hook.paused_at
            ? refusal('paused', 'The webhook is paused.')
            : await startOnce(tx, hook, read.content, repeat, { id })
      const { delivered, heldId } = outcome
      const reason = delivered.state === 'refused' ? delivered.reason : undefined
      if (reason && reason.code !== 'paused') tellOfRefusal(tx, hook, reason, await lastRefusal(db, tenantId, hookId))
      if (!(await isListed(tx, hookId, repeat.key, outcome))) return delivered
      const isRepeat = delivered.state === 'duplicate'
      await insertDelivery(db, tenantId, {
        id,
        hookId,
        state: delivered.state,
        repeatKey: repeat.key,
        instanceId: 'instanceId' in delivered ? delivered.instanceId : undefined,
        heldId,
        reason,
        tookMs: Math.round(performance.now() - began),
        bytes: call.body.length,
        // That of a repeat is kept with what it repeats.
        body: isRepeat
          ? undefined
          : await sealForTenant(ctx, tenantId, call.body.toString('utf8'), bodyAad(tenantId, id)),
      })
      // Of a repeat they are fetched already.
      if ('content' in read && (delivered.state === 'started' || delivered.state === 'held'))
        await fetchLater(tx, hook, { deliveryId: id, heldId }, read.content)
      await publishWorkflowFrame(tx, 'workflow.starts', { id: hook.workflow_id, visibility: hook.visibility })
      return delivered
    })
  return repeatOnLock(once)
}

/** A call that nobody signed leaves a row, up to a hundred a day, and then only counts. */
export const noteForged = (ctx: Context, { tenantId, hookId, call, began }: Arrival, reason: StartReason) =>
  inTenant(ctx, { tenantId }, async ({ db }) => {
    const { id, forged } = await countCall(db, tenantId, hookId, 'forged')
    if (forged > KEPT_A_DAY) return
    const tookMs = Math.round(performance.now() - began)
    await insertDelivery(db, tenantId, { id, hookId, state: 'forged', reason, tookMs, bytes: call.body.length })
  })
