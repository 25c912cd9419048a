import { TenantId } from '@throughline/contracts/ids'
import { fill, type Json } from '@throughline/flow/eval'
import { callId, outsideWorkOf } from '@throughline/flow/run/outside-work'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { recognizesRepeat } from '../tools/recognizes-repeat.ts'
import { createSecretMarks, shownMarks } from '../tools/secret-marks.ts'
import { isOwnId } from '../tools/tool.ts'
import { withoutSecrets } from '../tools/without-secrets.ts'
import { effectKeyOf } from './address.ts'
import { clearProblem, hasUnbegunWork } from './clear-problem.ts'
import { type Effect, findEffects, intendEffect, settleEffect, wasRetried } from './effects.queries.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import type { CallInput } from './keep-instance.activities.ts'
import { loadRunning } from './load-running.ts'
import { lockInstance } from './lock-instance.ts'
import { RESTORED_CALL } from './restored-call.ts'
import { exprsOf, scopeOf, stepOf } from './running.ts'
import { orRecordedTurnError } from './turn-error.ts'

export const asRecord = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

export type Prepared = NonNullable<Awaited<ReturnType<typeof prepareCall>>>

/** Why a call whose receiver knows no key must not be made: it may have been made before. */
async function doubtOf(tx: TenantTx, row: InstanceRow, call: CallInput, known: Effect | undefined) {
  const { attempt } = call
  const { restored_seq: since } = row
  // Somebody who tries again after the restore has looked.
  if (since !== null && !(await wasRetried(tx.db, tx.tenantId, call, since)))
    return { answer: 'look', problem: RESTORED_CALL }
  const isBegun = known?.state === 'intended' && known.attempt === attempt && known.held_until === null
  return isBegun
    ? {
        answer: 'unknown',
        problem: 'We don’t know whether the call went through. Check with the receiver before you retry.',
      }
    : undefined
}

/**
 * In one transaction under the instance's lock: whether the call is wanted, whether it is answered, whether it may have
 * been made before, and else the intent. Nothing where there is nothing to do.
 */
export const prepareCall = (ctx: Context, call: CallInput) =>
  inTenant(ctx, { tenantId: TenantId.parse(call.tenantId) }, async (tx) => {
    const row = await lockInstance(tx, call.instanceId)
    if (!row || isOver(row)) return undefined
    return orRecordedTurnError(tx, row.id, () => intend(tx, row, call))
  })

async function intend(tx: TenantTx, row: InstanceRow, call: CallInput) {
  const { db, tenantId } = tx
  const running = await loadRunning(tx, row)
  const open = running.state.open[call.step]
  const work = outsideWorkOf(running.plan, running.state)
  if (!open || !work.calls.some((one) => callId(one) === callId(call))) return undefined
  const step = stepOf(running, call.step)
  if (step.type !== 'tool' || !step.tool_id) throw new Error(`step ${call.step} calls no tool`)
  const toolId = step.tool_id
  const effectKey = effectKeyOf(row, call)
  const known = (await findEffects(db, tenantId, [effectKey])).get(effectKey)
  if (known?.state === 'done' || (known?.answer && known.attempt === call.attempt)) return undefined
  // As of when the step began, so that every try under its key says the same time.
  const secrets = createSecretMarks()
  const scope = scopeOf(running, open.since, call)
  const input = fill(step.input ?? {}, exprsOf(running, call.step).input ?? {}, scope, secrets.mark)
  const parameters = input.ok ? asRecord(asRecord(input.value).parameters) : {}
  const connection = step.connection !== undefined && isOwnId(step.connection) ? step.connection : null
  const named = { effectKey, toolId, connection, operation: step.operation ?? null }
  const intent = { ...call, ...named, input: withoutSecrets(shownMarks(parameters, secrets)) }
  const honoursKey = await recognizesRepeat(tx, step)
  const doubt = honoursKey ? undefined : await doubtOf(tx, row, call, known)
  if (doubt) {
    await settleEffect(db, tenantId, intent, { state: 'unknown', ...doubt, began: Date.now() })
    return undefined
  }
  const intended = await intendEffect(db, tenantId, intent)
  if (!intended) return undefined
  if (row.problem !== null && !(await hasUnbegunWork(tx, row, work))) await clearProblem(tx, row)
  const heldSince = known?.held_since ?? null
  return {
    step,
    intent,
    honoursKey,
    ...intended,
    heldSince,
    parameters,
    secrets,
    problem: input.ok ? undefined : input.text,
  }
}
