import { Json as JsonSchema } from '@throughline/contracts/json'
import type { VarType } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { type Target, targetsOf } from '@throughline/flow/form-mapping'
import { convertGiven, type WrongValue } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { truncate } from '../../core/truncate.ts'
import { presentAmong, standInOf, startInstance, versionOf } from '../instances/instances.public.ts'
import { holdStart } from './held-starts.ts'
import { isPassing, RefusedStart, reasonText, type StartReason } from './start-reasons.ts'
import { startValues } from './start-values.ts'
import type { TriggerRow } from './triggers.queries.ts'
import { requireStartable, tryStart } from './try-start.ts'

const Fixed = z.record(z.string(), JsonSchema)
const Uuid = z.uuid()
const LONGEST_QUOTE = 60

/** A start that no person makes, before anything is known of the version that will run. */
export interface PendingStart {
  source: 'webhook' | 'mail' | 'schedule'
  /** Kept with the instance: the same key starts nothing more, however much later it comes. */
  key: string
  /** What the instance is called. */
  name: string
  /** Values by variable, as they came. */
  given: Record<string, Json>
}

export type StartResult =
  | { state: 'started'; instanceId: string; fresh: boolean }
  | { state: 'held'; heldId: string; reason: StartReason }
  | { state: 'refused'; reason: StartReason }

const WANTED: Record<VarType, string> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date and time',
  list: 'a list',
  table: 'a list of objects',
  person: 'the id of a member',
  json: 'a value',
  file: 'a file',
}

const quoted = (value: Json) =>
  `“${truncate(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_QUOTE)}”`

function problemOf({ variable, wanted, got }: WrongValue, targets: readonly Target[]) {
  const isChoice = targets.some((one) => one.variable === variable && one.options)
  return { path: variable, message: `must be ${isChoice ? 'one of its options' : WANTED[wanted]}, not ${quoted(got)}` }
}

/** Given values as the version's variables hold them; refused with everything that is wrong with them. */
export async function convertedValues(
  { db, tenantId }: ReadTx,
  targets: readonly Target[],
  given: Readonly<Record<string, Json>>,
): Promise<Map<string, Json>> {
  const { values, wrong } = convertGiven(targets, given)
  const people = targets.filter(({ type, variable }) => type === 'person' && values.has(variable))
  const ids = people.flatMap(({ variable }) => z.safeParse(Uuid, values.get(variable)).data ?? [])
  const here = new Set(ids.length > 0 ? await presentAmong(db, tenantId, ids) : [])
  const strangers = people.flatMap(({ variable, type }): WrongValue[] => {
    const got = values.get(variable) ?? null
    return typeof got === 'string' && here.has(got) ? [] : [{ variable, wanted: type, got }]
  })
  const errors = [...wrong, ...strangers].map((one) => problemOf(one, targets))
  if (errors.length > 0) {
    const sentences = errors.map(({ path, message }) => `${path} ${message}`)
    throw new RefusedStart('wrong_value', sentences, errors)
  }
  return values
}

/** Starts it by the version that is published now, or throws why it can't. */
export async function startPending(tx: TenantTx, trigger: TriggerRow, pending: PendingStart) {
  const number = requireStartable(trigger)
  const version = await versionOf(tx.db, tx.tenantId, trigger.workflow_id, number)
  const converted = await convertedValues(tx, targetsOf(version.doc), pending.given)
  const values = new Map([...Object.entries(z.parse(Fixed, trigger.fixed_values)), ...converted])
  const { source, key, name } = pending
  return startInstance(tx, {
    workflowId: trigger.workflow_id,
    version: number,
    source,
    key,
    name,
    answers: startValues(version, values, { missing: 'not_given', wrong: 'wrong_value' }),
    startedBy: null,
    sourceName: trigger.name,
    standIn: standInOf(trigger),
  })
}

/** Starts it once; what can't start now but later waits in `held_starts`, what can't start at all is refused. */
export async function startOrHold(tx: TenantTx, trigger: TriggerRow, pending: PendingStart): Promise<StartResult> {
  let fresh = false
  const about = { trigger_id: trigger.id, workflow_id: trigger.workflow_id }
  const outcome = await tryStart(tx, about, async (inner, current) => {
    const started = await startPending(inner, { ...trigger, ...current }, pending)
    fresh = started.fresh
    return started.id
  })
  if ('instanceId' in outcome) return { state: 'started', instanceId: outcome.instanceId, fresh }
  const { reason } = outcome
  if (!isPassing(reason)) return { state: 'refused', reason }
  return { state: 'held', heldId: await holdStart(tx, trigger, pending, reason), reason }
}

/** The person named learns of a start that was refused, once for each cause in a row. */
export function tellOfRefusal(tx: TenantTx, trigger: TriggerRow, reason: StartReason, before: unknown): void {
  const told = trigger.told_id ?? trigger.created_by
  if (!told || reasonText(before) === reason.message) return
  tx.notify({
    type: 'start_refused',
    because: 'trigger',
    name: trigger.name,
    text: reason.message,
    to: [told],
    about: { workflow: trigger.workflow_id },
  })
}
