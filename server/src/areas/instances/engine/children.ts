import { createHash } from 'node:crypto'
import { InstanceId, TenantId } from '@throughline/contracts/ids'
import { fill } from '@throughline/flow/eval'
import { callId, outsideWorkOf } from '@throughline/flow/run/outside-work'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import { startInstance } from '../start.ts'
import { childKeyOf } from './address.ts'
import { cancelInstance } from './cancel-instance.ts'
import { clearProblem, hasUnbegunWork } from './clear-problem.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import type { CallInput, ChildInput } from './keep-instance.activities.ts'
import { loadRunning } from './load-running.ts'
import { lockInstance } from './lock-instance.ts'
import { playTurn } from './play-turn.ts'
import { asRecord } from './prepare-call.ts'
import { exprsOf, type Running, scopeOf, stepOf } from './running.ts'
import { orRecordedTurnError, TurnError } from './turn-error.ts'

const PARENT_MOVED_ON = 'The workflow that started this no longer needs it.'

/**
 * The time of the step's opening and a hash of the key, as a UUID of version 7: the same after a restore of the database
 * if the step was open by then. What its keys are made of is the hash alone.
 */
export function childIdOf(openedAt: number, sourceKey: string): InstanceId {
  const bytes = createHash('sha256').update(sourceKey).digest().subarray(0, 16)
  bytes.writeUIntBE(openedAt, 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return InstanceId.parse(bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

/** A refusal is the result of the call, played by the parent there and then; says false of it. */
async function startIn(tx: TenantTx, parent: InstanceRow, running: Running, call: CallInput): Promise<boolean> {
  const { tenantId: _, instanceId: __, key: ___, ...ticket } = call
  const refuse = (code: string) => playTurn(tx, parent, [{ t: 'result', ...ticket, ok: false, code }])
  const step = stepOf(running, call.step)
  if (step.type !== 'subworkflow') throw new Error(`step ${call.step} starts no workflow`)
  const scope = scopeOf(running, parent.at.getTime(), call)
  const input = fill(step.input ?? {}, exprsOf(running, call.step).input ?? {}, scope)
  if (!input.ok) {
    await refuse(input.code)
    return false
  }
  const key = childKeyOf(parent, call)
  try {
    await startInstance(tx, {
      id: childIdOf(running.state.open[call.step]?.since ?? parent.at.getTime(), key),
      workflowId: step.workflow_id,
      version: step.version,
      source: 'workflow',
      key,
      name: step.name,
      answers: asRecord(input.value),
      startedBy: running.starter,
      standIn: running.standIn,
      priority: running.priority,
      // A child inherits its parent's narrowing and its restored mark.
      narrowed: parent.narrowed,
      restored: parent.restored_seq !== null,
      parent: { id: parent.id, step: call.step, round: call.round, item: call.item ?? -1 },
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof TurnError || error.status >= 500) throw error
    await refuse('refused')
    return false
  }
}

/** A child is an instance like any other, started under a key: a repeated start finds it there. */
export function createChildren(ctx: Context) {
  const start = (call: CallInput) =>
    inTenant(ctx, { tenantId: TenantId.parse(call.tenantId) }, async (tx) => {
      const parent = await lockInstance(tx, call.instanceId)
      if (!parent || isOver(parent)) return
      await orRecordedTurnError(tx, parent.id, async () => {
        const running = await loadRunning(tx, parent)
        const work = outsideWorkOf(running.plan, running.state)
        if (!work.children.some((one) => callId(one) === callId(call))) return
        const isStarted = await startIn(tx, parent, running, call)
        // A refusal was a turn of the parent, which has seen to this.
        if (isStarted && parent.problem !== null && !(await hasUnbegunWork(tx, parent, work)))
          await clearProblem(tx, parent)
      })
    })

  const stop = ({ tenantId, childId }: ChildInput) =>
    inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) => {
      const child = await lockInstance(tx, childId)
      if (child) await cancelInstance(tx, child, { t: 'cancel', by: 'parent', reason: PARENT_MOVED_ON })
    })

  return { start, stop }
}
