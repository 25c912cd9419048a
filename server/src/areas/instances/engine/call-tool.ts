import { Context as Activity, CancelledFailure } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { TenantId } from '@throughline/contracts/ids'
import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Step } from '@throughline/flow/document'
import { fill, type Json, parseDuration } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createSecretMarks, shownMarks } from '../tools/secret-marks.ts'
import type { ToolAnswer, Tools } from '../tools/tool.ts'
import { withoutSecrets } from '../tools/without-secrets.ts'
import { holdEffect, intendEffect, type Settled, settleEffect } from './effects.queries.ts'
import { holdPause } from './hold-pause.ts'
import { readInstance } from './instance.queries.ts'
import { loadRunning } from './load-running.ts'
import type { Call, CallResult } from './run-instance.activities.ts'
import { exprsOf, scopeOf, stepOf } from './running.ts'
import { tellPages } from './tell-pages.ts'

type ToolStep = Extract<Step, { type: 'tool' }>

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800, bd: 86_400 }
const USUAL = { attempts: 3, first: '10s', factor: 2, max: '1h' }
const USUAL_TIMEOUT = 60_000
const LONGEST = 10 * 60_000
/** A call that was held back for so long fails, so that somebody looks at it. */
const MAX_HOLD = 3 * 86_400_000

function millisecondsOf(text: string): number {
  const duration = parseDuration(text)
  if (!duration) throw new Error(`${text} is no duration`)
  return duration.n * SECONDS[duration.unit] * 1_000
}

export const asRecord = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const timeoutOf = ({ timeout }: ToolStep) => Math.min(timeout ? millisecondsOf(timeout) : USUAL_TIMEOUT, LONGEST)

/** Milliseconds until the next try, or undefined where there is none. */
function pauseAfter(tried: number, { retry }: ToolStep): number | undefined {
  const { attempts, first, factor, max } = { ...USUAL, ...retry }
  return tried < attempts ? Math.min(millisecondsOf(first) * factor ** (tried - 1), millisecondsOf(max)) : undefined
}

const honoursKey = (toolId: string) => BUILTIN_TOOLS.find(({ id }) => id === toolId)?.honours_key ?? false

type HeldAnswer = Extract<ToolAnswer, { code: 'held' }>
type FinalAnswer = Exclude<ToolAnswer, HeldAnswer>

/** A refusal speaks for its own try alone, and a new key, as it follows on a refusal, would do it all again. */
const withDoubt = (answer: FinalAnswer, attempts: number): FinalAnswer =>
  answer.ok || answer.code !== 'refused' || attempts === 1
    ? answer
    : { ok: false, code: 'unknown', text: `${answer.text} It is not known whether an earlier try got through.` }

/** Nothing was done by what was held back too long. */
const finalOf = (answer: ToolAnswer): FinalAnswer =>
  !answer.ok && answer.code === 'held' ? { ok: false, code: 'refused', text: answer.text } : answer

const settledAs = (answer: FinalAnswer, began: number): Settled =>
  answer.ok
    ? { state: 'done', result: answer.output, ...(answer.note !== undefined && { problem: answer.note }), began }
    : { state: answer.code === 'refused' ? 'failed' : 'unknown', problem: answer.text, began }

/** The intent is on record before the call, the result after it; an effect that is done is not done again. */
export function createCallTool(ctx: Context, tools: Tools) {
  const scopeFor = (call: Call) => ({ tenantId: TenantId.parse(call.tenantId) })

  const prepare = (call: Call, key: string) =>
    inTenant(ctx, scopeFor(call), async (tx) => {
      const running = await loadRunning(tx, await readInstance(tx.db, tx.tenantId, call.instanceId))
      const step = stepOf(running, call.step)
      if (step.type !== 'tool' || !step.tool_id) throw new Error(`step ${call.step} calls no tool`)
      // Taken back while it waited for its turn.
      const open = running.state.open[call.step]
      if (open?.round !== call.round) return undefined
      // As of when the step began, so that every try under its key says the same time.
      const templates = exprsOf(running, call.step).input ?? {}
      const secrets = createSecretMarks()
      const input = fill(step.input ?? {}, templates, scopeOf(running, open.since, call), secrets.mark)
      const parameters = input.ok ? asRecord(asRecord(input.value).parameters) : {}
      const toolId = step.tool_id
      const intent = { ...call, key, toolId, input: withoutSecrets(shownMarks(parameters, secrets)) }
      const intended = await intendEffect(tx.db, tx.tenantId, intent)
      return { step, toolId, ...intended, parameters, secrets, problem: input.ok ? undefined : input.text }
    })

  const settle = (call: Call, key: string, settled: Settled) =>
    inTenant(ctx, scopeFor(call), (tx) => settleEffect(tx.db, tx.tenantId, key, settled))

  type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>

  /** Pages are told the first time, so that they say why it waits. */
  async function hold(call: Call, key: string, { held_since }: Prepared, { until, text }: HeldAnswer, began: number) {
    const now = new Date()
    const since = held_since ?? now
    const pause = holdPause({ now: now.getTime(), since: since.getTime(), until: until.getTime() })
    const held = { since, until: new Date(now.getTime() + pause), problem: text, began }
    await inTenant(ctx, scopeFor(call), async (tx) => {
      await holdEffect(tx.db, tx.tenantId, key, held)
      if (held_since) return
      const row = await readInstance(tx.db, tx.tenantId, call.instanceId)
      await tellPages(tx, row, { touched: [], moved: [], notCounted: [] })
    })
    return { pause, tooLong: until.getTime() - since.getTime() > MAX_HOLD }
  }

  async function tryOnce(call: Call, key: string, prepared: Prepared, tried: number): Promise<ToolAnswer> {
    const { step, toolId, parameters, secrets, problem } = prepared
    if (problem !== undefined) return { ok: false, code: 'refused', text: problem }
    const run = tools[toolId]
    if (!run) return { ok: false, code: 'refused', text: 'This tool is not connected.' }
    // Whoever began before may have got through, and a second call would be a second effect.
    if (tried > 1 && !honoursKey(toolId))
      return { ok: false, code: 'unreachable', text: 'It is not known whether the call got through.' }
    const timeout = AbortSignal.timeout(timeoutOf(step))
    const { cancellationSignal } = Activity.current()
    const signal = AbortSignal.any([timeout, cancellationSignal])
    try {
      const { instanceId, step: id, round } = call
      return await run({ ...scopeFor(call), key, run: { instanceId, step: id, round }, parameters, secrets, signal })
    } catch (error) {
      if (cancellationSignal.aborted) throw new CancelledFailure('taken back')
      if (timeout.aborted) return { ok: false, code: 'unreachable', text: 'No answer came in time.' }
      // Thrown on, it would be tried for ever, and nobody would see that it failed.
      ctx.log.error({ err: error, tool: toolId }, 'a tool failed')
      return { ok: false, code: 'unreachable', text: 'The call could not be made.' }
    }
  }

  return async (call: Call): Promise<CallResult> => {
    const key = `${call.instanceId}:${call.key}`
    const prepared = await prepare(call, key)
    if (!prepared) return { ok: false, code: 'late' }
    if (prepared.state === 'done') return { ok: true }
    const tried = Activity.current().info.attempt
    const began = Date.now()
    try {
      const given = await tryOnce(call, key, prepared, tried)
      if (!given.ok && given.code === 'held') {
        const { pause, tooLong } = await hold(call, key, prepared, given, began)
        if (!tooLong) return { ok: false, code: 'held', again_in: pause }
      }
      const answer = withDoubt(finalOf(given), prepared.attempts)
      await settle(call, key, settledAs(answer, began))
      if (answer.ok) return { ok: true }
      const pause = honoursKey(prepared.toolId) ? pauseAfter(tried, prepared.step) : undefined
      if (answer.code !== 'unreachable' || pause === undefined) return { ok: false, code: answer.code }
      throw ApplicationFailure.create({ message: answer.text, type: 'unreachable', nextRetryDelay: pause })
    } catch (error) {
      if (error instanceof CancelledFailure)
        await settle(call, key, { state: 'unknown', problem: 'Taken back while it was under way.', began })
      throw error
    }
  }
}
