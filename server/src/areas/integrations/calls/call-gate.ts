import { randomUUID } from 'node:crypto'
import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { CIRCUIT_FAILURES, isRejected } from '../health.ts'
import {
  beginCall,
  callsUnderWay,
  countCall,
  dropEndedCalls,
  endCall,
  type GateChange,
  type GateRow,
  lockGate,
  putGate,
  roomInMinute,
} from './call-gate.queries.ts'
import { hearersOf, markSignedOut } from './signed-out.ts'

const FIRST_PAUSE = 30_000
const LONGEST_PAUSE = 5 * 60_000
/** A call that finds all places taken asks again after this. */
const PLACE_PAUSE = 1_000
/** Between the end of a call by its timeout and the moment when nobody waits for its end any more. */
const GRACE = 5_000

export interface AdmittedCall {
  kind: 'admitted'
  id: string
  connectionId: string
  /** With which secret it is made: what a newer one was refused for is no news of this one. */
  rotatedAt: Date | null
}

export type Admission =
  | AdmittedCall
  | { kind: 'held'; until: Date; text: string }
  | { kind: 'signed_out'; text: string }
  | { kind: 'ended' }

/**
 * How a call ended. `refused`: the receiver answered, and did nothing. `unsent`: it was rejected before it reached the
 * receiver. `dropped`: nobody wants its end any more.
 */
export type CallEnd =
  | { kind: 'done' | 'refused' | 'unsent' | 'failed'; took: number; problem: string | null }
  | { kind: 'wait'; until: Date; problem: string }
  | { kind: 'signed_out'; problem: string }
  | { kind: 'dropped' }

const isOpen = ({ failures }: Pick<GateRow, 'failures'>) => failures >= CIRCUIT_FAILURES

function pauseText({ name, failures }: GateRow): string {
  return isOpen({ failures })
    ? `“${name}” failed ${failures} times in a row, so its calls are paused.`
    : `The tool asked “${name}” to wait.`
}

async function holdOf({ db, tenantId }: TenantTx, id: string, gate: GateRow): Promise<Admission | undefined> {
  const { now, paused_until, name, max_at_once, max_per_minute } = gate
  if (paused_until && paused_until > now) return { kind: 'held', until: paused_until, text: pauseText(gate) }
  if ((await callsUnderWay(db, tenantId, id)) >= max_at_once) {
    const text = `“${name}” is limited to ${max_at_once} calls at a time.`
    return { kind: 'held', until: new Date(now.getTime() + PLACE_PAUSE), text }
  }
  const from = await roomInMinute(db, tenantId, id, max_per_minute)
  return from && { kind: 'held', until: from, text: `“${name}” is limited to ${max_per_minute} calls per minute.` }
}

/** Whether a call may be made by a connection now, for all workers together; it counts until it is ended. */
export const admitCall = (ctx: Context, tenantId: TenantId, connectionId: string, timeoutMs: number) =>
  inTenant(ctx, { tenantId }, async (tx): Promise<Admission> => {
    const { db } = tx
    const gate = await lockGate(db, tenantId, connectionId)
    if (!gate || gate.ending_at) return { kind: 'ended' }
    if (gate.signed_out_at) return { kind: 'signed_out', text: gate.signed_out_text ?? '' }
    await dropEndedCalls(db, tenantId, connectionId)
    const held = await holdOf(tx, connectionId, gate)
    if (held) return held
    const lastsMs = timeoutMs + GRACE
    // The pause is over: this call alone finds out whether the tool is back.
    if (isOpen(gate))
      await putGate(db, tenantId, connectionId, { paused_until: new Date(gate.now.getTime() + lastsMs) })
    const id = randomUUID()
    await beginCall(db, tenantId, connectionId, { id, lastsMs })
    return { kind: 'admitted', id, connectionId, rotatedAt: gate.rotated_at }
  })

function afterFailure({ failures, now }: GateRow): GateChange {
  const inARow = failures + 1
  if (inARow < CIRCUIT_FAILURES) return { failures: inARow }
  const pause = Math.min(FIRST_PAUSE * 2 ** (inARow - CIRCUIT_FAILURES), LONGEST_PAUSE)
  return { failures: inARow, paused_until: new Date(now.getTime() + pause) }
}

const afterAnswer = (gate: GateRow): GateChange => ({ failures: 0, ...(isOpen(gate) && { paused_until: null }) })

/** Of one that was to find out whether the tool is back, the next call finds that out. */
const afterDrop = (gate: GateRow): GateChange | undefined => (isOpen(gate) ? { paused_until: gate.now } : undefined)

function changeOf(gate: GateRow, end: Exclude<CallEnd, { kind: 'dropped' }>): GateChange {
  const { now, paused_until } = gate
  const last = { last_called_at: now, last_problem: end.problem }
  if (end.kind === 'wait') {
    const until = paused_until && paused_until > end.until && !isOpen(gate) ? paused_until : end.until
    return { ...last, paused_until: until }
  }
  if (end.kind === 'failed') return { ...last, ...afterFailure(gate) }
  if (end.kind === 'signed_out') return last
  const rejections = end.kind === 'done' ? 0 : gate.rejections + 1
  return { ...last, rejections, ...(end.kind === 'unsent' ? afterDrop(gate) : afterAnswer(gate)) }
}

/** Whether pages that show the connection show something else from now on. */
function changesHealth(gate: GateRow, change: GateChange, answered: number): boolean {
  const after = { ...gate, ...change, answered: gate.answered + answered }
  return isOpen(gate) !== isOpen(after) || isRejected(gate) !== isRejected(after)
}

/**
 * Gives its place back and keeps how it ended. Returns `again` where the secret that was refused is not the one that the
 * connection has by now: the same call can be made at once.
 */
export const finishCall = (ctx: Context, tenantId: TenantId, call: AdmittedCall, end: CallEnd) =>
  inTenant(ctx, { tenantId }, async (tx): Promise<'again' | undefined> => {
    const { db } = tx
    const { connectionId } = call
    const gate = await lockGate(db, tenantId, connectionId)
    if (!gate) return undefined
    await endCall(db, tenantId, connectionId, call.id)
    if (end.kind === 'dropped') {
      const change = afterDrop(gate)
      if (change) await putGate(db, tenantId, connectionId, change)
      return undefined
    }
    const isOld = gate.rotated_at?.getTime() !== call.rotatedAt?.getTime()
    if (end.kind === 'signed_out' && isOld) return 'again'
    const change = changeOf(gate, end)
    await putGate(db, tenantId, connectionId, change)
    const isAnswered = end.kind === 'done' || end.kind === 'refused'
    if (changesHealth(gate, change, isAnswered ? 1 : 0))
      tx.emit({ type: 'connection.changed', kind: 'connection', id: connectionId, ...hearersOf(gate) })
    if (end.kind === 'signed_out') await markSignedOut(tx, connectionId, gate, end.problem)
    else if (end.kind !== 'wait')
      await countCall(db, tenantId, connectionId, {
        isDone: end.kind === 'done',
        isAnswered,
        took: end.took,
      })
    return undefined
  })
