import { Context as Activity, CancelledFailure } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { TenantId } from '@throughline/contracts/ids'
import type { Step } from '@throughline/flow/document'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { lockSignIn, type ToolAnswer } from '../../integrations/integrations.public.ts'
import { runnerOf, type Tools } from '../tools/tool.ts'
import { lockEffect, type Settled, settleEffect } from './effects.queries.ts'
import { holdPause } from './hold-pause.ts'
import { readInstance } from './instance.queries.ts'
import type { CallInput, ToolCall } from './keep-instance.activities.ts'
import { type Prepared, prepareCall } from './prepare-call.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { millisecondsOf, pauseAfter } from './retry-pause.ts'
import { lockAndSync, type Synced } from './sync.ts'

/** A call that was held back for so long fails, so that somebody looks at it. */
const MAX_HOLD = 3 * 86_400_000

type ToolStep = Extract<Step, { type: 'tool' }>

const DEFAULT_TIMEOUT_MS = 60_000
const MAX_TIMEOUT = 10 * 60_000

const timeoutOf = ({ timeout }: ToolStep) =>
  Math.min(timeout ? millisecondsOf(timeout) : DEFAULT_TIMEOUT_MS, MAX_TIMEOUT)

/** However long nobody reconnects, the call asks at least so often; reconnecting wakes it at once. */
const SIGN_IN_PAUSE = 3_600_000
/** Of a call that was refused while somebody reconnected. */
const RECONNECTED_PAUSE = 1_000

type HeldAnswer = Extract<ToolAnswer, { code: 'held' | 'signed_out' }>
type FinalAnswer = Exclude<ToolAnswer, HeldAnswer>

/** A refusal speaks for its own try alone, and a new key, as it follows on a refusal, would do it all again. */
const withDoubt = (answer: FinalAnswer, attempts: number): FinalAnswer =>
  answer.ok || attempts === 1
    ? answer
    : answer.code !== 'refused'
      ? { ok: false, code: answer.code, text: answer.text }
      : { ok: false, code: 'unknown', text: `${answer.text} We don’t know whether an earlier attempt got through.` }

const isHeld = (answer: ToolAnswer): answer is HeldAnswer =>
  !answer.ok && (answer.code === 'held' || answer.code === 'signed_out')

/** Nothing was done by what was held back too long. */
const finalOf = (answer: ToolAnswer): FinalAnswer =>
  isHeld(answer) ? { ok: false, code: 'refused', text: answer.text } : answer

/** `again`: another try follows, so this is not the answer yet. */
function settledAs(answer: FinalAnswer, again: boolean, began: number): Settled {
  if (answer.ok)
    return {
      state: 'done',
      answer: 'done',
      result: answer.output,
      ...(answer.note !== undefined && { problem: answer.note }),
      began,
    }
  const isNothingDone = answer.code === 'refused' || (!again && answer.sent === false)
  const state = isNothingDone ? 'failed' : 'unknown'
  return { state, problem: answer.text, ...(!again && { answer: answer.code }), began }
}

const scopeFor = (call: CallInput) => ({ tenantId: TenantId.parse(call.tenantId) })

async function tryOnce(
  ctx: Context,
  tools: Tools,
  call: CallInput,
  { intent, step, parameters, secrets, problem }: Prepared,
): Promise<ToolAnswer> {
  if (problem !== undefined) return { ok: false, code: 'refused', text: problem }
  const { toolId, effectKey } = intent
  const { operation, connection } = step
  const run = runnerOf(tools, toolId)
  if (!run) return { ok: false, code: 'refused', text: 'This tool isn’t connected.' }
  const timeoutMs = timeoutOf(step)
  const timeout = AbortSignal.timeout(timeoutMs)
  const { cancellationSignal } = Activity.current()
  const signal = AbortSignal.any([timeout, cancellationSignal])
  try {
    const { instanceId, step: id, round } = call
    const purpose = { ...scopeFor(call), key: effectKey, run: { instanceId, step: id, round } }
    const own = { toolId, operation, connection }
    const patience = step.timeout !== undefined && { timeoutMs }
    return await run({ ...purpose, own, parameters, secrets, signal, ...patience })
  } catch (error) {
    if (cancellationSignal.aborted) throw new CancelledFailure('taken back')
    if (timeout.aborted) return { ok: false, code: 'unreachable', text: 'There was no response in time.' }
    // Thrown on, it would be tried forever, and nobody would see that it failed.
    ctx.log.error({ err: error, tool: toolId }, 'a tool failed')
    return { ok: false, code: 'unreachable', text: 'The call couldn’t be made.' }
  }
}

/**
 * Makes a call once: the intent is on record before it, the result after it. Whatever comes of it stands in the ledger,
 * where the instance's next turn reads it.
 */
export function createCallTool(ctx: Context, tools: Tools) {
  const settle = (call: CallInput, { intent }: Prepared, settled: Settled) =>
    inTenant(ctx, scopeFor(call), (tx) => settleEffect(tx.db, tx.tenantId, intent, settled))

  /**
   * The ledger's answer and the turn that reads it, in one transaction. Without the turn, if that cannot be played now:
   * the answer must not be lost with it, and the workflow's own sync says what is wrong.
   */
  async function settleAndSync(call: CallInput, prepared: Prepared, settled: Settled): Promise<Synced | undefined> {
    try {
      return await lockAndSync(ctx, call, (tx) => settleEffect(tx.db, tx.tenantId, prepared.intent, settled))
    } catch (error) {
      ctx.log.warn({ err: error, instance: call.instanceId }, 'a call was settled without its turn')
      await settle(call, prepared, settled)
      return undefined
    }
  }

  /** Another try follows: open pages show why, and when. */
  const settleAndTell = (call: CallInput, { intent }: Prepared, settled: Settled) =>
    inTenant(ctx, scopeFor(call), async (tx) => {
      await settleEffect(tx.db, tx.tenantId, intent, settled)
      await publishTurnFrames(tx, await readInstance(tx.db, tx.tenantId, call.instanceId), { touched: [], moved: [] })
    })

  /** Records that the call is held back, and tells open pages the first time. Returns false if that went on for too long. */
  async function hold(call: CallInput, { intent, heldSince }: Prepared, answer: HeldAnswer, began: number) {
    const now = Date.now()
    const since = heldSince?.getTime() ?? now
    const until = answer.code === 'held' ? answer.until.getTime() : now + SIGN_IN_PAUSE
    // Of a sign-in people were told; what waits for it goes on waiting.
    if (answer.code === 'held' && until - since > MAX_HOLD) return false
    const pause = holdPause({ now, since, until })
    await inTenant(ctx, scopeFor(call), async (tx) => {
      const isBack = answer.code === 'signed_out' && !(await lockSignIn(tx.db, tx.tenantId, intent.connection))
      const held = isBack ? { since: new Date(now), pause: RECONNECTED_PAUSE } : { since: new Date(since), pause }
      await lockEffect(tx.db, tx.tenantId, intent.effectKey, { ...held, problem: answer.text, began })
      if (heldSince) return
      await publishTurnFrames(tx, await readInstance(tx.db, tx.tenantId, call.instanceId), { touched: [], moved: [] })
    })
    return true
  }

  return async ({ alone = false, ...call }: ToolCall): Promise<Synced | undefined> => {
    const prepared = await prepareCall(ctx, call)
    if (!prepared) return undefined
    const { attempts, tried, honoursKey } = prepared
    const began = Date.now()
    try {
      const given = await tryOnce(ctx, tools, call, prepared)
      if (isHeld(given) && (await hold(call, prepared, given, began))) return undefined
      const answer = withDoubt(finalOf(given), attempts)
      const pause = honoursKey ? pauseAfter(tried, prepared.step) : undefined
      const again = !answer.ok && answer.code === 'unreachable' ? pause : undefined
      const settled = settledAs(answer, again !== undefined, began)
      if (again === undefined && alone) return await settleAndSync(call, prepared, settled)
      if (again === undefined || answer.ok) {
        await settle(call, prepared, settled)
        return undefined
      }
      await settleAndTell(call, prepared, settled)
      throw ApplicationFailure.create({ message: answer.text, type: 'unreachable', nextRetryDelay: again })
    } catch (error) {
      if (error instanceof CancelledFailure) {
        const problem = 'Canceled while the call was in progress.'
        // A worker that shuts down cancels, too: what has a key is tried again then.
        const answer = honoursKey ? {} : { answer: 'unknown' }
        await settle(call, prepared, { state: 'unknown', ...answer, problem, began })
      }
      throw error
    }
  }
}
