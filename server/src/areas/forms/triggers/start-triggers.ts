import { Json as JsonSchema } from '@throughline/contracts/json'
import type { Json } from '@throughline/flow/eval'
import type { AnswerField } from '@throughline/flow/form'
import { fits, targetsOf, typeOfAnswer, valueFor } from '@throughline/flow/form-mapping'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { giveToInstance, lockResponseFiles, newDocumentIds } from '../../documents/documents.public.ts'
import { standInOf, startInstance, type Version, versionOf } from '../../instances/instances.public.ts'
import {
  RefusedStart,
  releaseNextMonth,
  requireStartable,
  STARTED,
  type StartReason,
  startValues,
  tryStart,
  WAITING,
} from '../../starts/starts.public.ts'
import { findFormVersion } from '../form-version.ts'
import { restate } from '../submissions/submission-state.ts'
import { type FormTriggerRow, noteStart, startsOf, triggersToStart } from './starts.queries.ts'

/** A stored response, as far as starting needs it. */
export interface StoredResponse {
  id: string
  form_id: string
  version: number
  receipt: string
  /** By element; of files their documents. */
  answers: Record<string, Json>
}

const Mapping = z.record(z.string(), z.string())
const Fixed = z.record(z.string(), JsonSchema)
const LONGEST_NAME = 200

const nameOf = (title: string, receipt: string) =>
  `${title.slice(0, LONGEST_NAME - receipt.length - 1)} ${receipt}`.trim()

interface GivenFile {
  id: string
  copyOf?: string
}

/**
 * The documents of the mapped files. One that an instance has already is given to this one as a copy of the same bytes; the
 * variables then name the copy.
 */
async function filesFor(tx: TenantTx, fields: readonly AnswerField[], response: StoredResponse, mapping: object) {
  const mapped = fields.filter(({ name, type }) => type === 'file' && Object.hasOwn(mapping, name))
  const ids = (element: string) => z.parse(z.nullish(z.array(z.string())), response.answers[element]) ?? []
  const held = new Map(
    (await lockResponseFiles(tx, [...new Set(mapped.flatMap(({ name }) => ids(name)))])).map((one) => [one.id, one]),
  )
  const taken = [...held.values()].filter(({ instance_id }) => instance_id !== null)
  const copies = await newDocumentIds(tx, taken.length)
  const copyOf = new Map(taken.map(({ id }, n) => [id, copies[n]]))
  const given: GivenFile[] = [...held.keys()].map((id) => {
    const copy = copyOf.get(id)
    return copy === undefined ? { id } : { id: copy, copyOf: id }
  })
  const answers = mapped.map(({ name }): [string, Json] => {
    const left = ids(name).filter((id) => held.has(id))
    return [name, left.length > 0 ? left.map((id) => copyOf.get(id) ?? id) : null]
  })
  return { given, answers: { ...response.answers, ...Object.fromEntries(answers) } }
}

interface Mapped {
  mapping: Readonly<Record<string, string>>
  fixed: Readonly<Record<string, Json>>
}

/** The value of each variable, converted to its type; unanswered fields set no variable. */
function mappedValues(
  { doc }: Version,
  fields: readonly AnswerField[],
  answers: Record<string, Json>,
  by: Mapped,
): Map<string, Json> {
  const targets = new Map(targetsOf(doc).map((target) => [target.variable, target]))
  const wrong: string[] = []
  const values = new Map(Object.entries(by.fixed))
  for (const [element, variable] of Object.entries(by.mapping)) {
    const field = fields.find(({ name }) => name === element)
    const value = Object.hasOwn(answers, element) ? answers[element] : null
    if (!field || value === null || value === undefined) continue
    const target = targets.get(variable)
    const type = typeOfAnswer(field)
    if (target && !fits(type, target.type)) wrong.push(target.label)
    else values.set(variable, valueFor(value, target?.type ?? type))
  }
  if (wrong.length > 0) throw new RefusedStart('wrong_type', wrong)
  return values
}

async function startOne(tx: TenantTx, response: StoredResponse, trigger: FormTriggerRow): Promise<string> {
  const { db, tenantId } = tx
  const { workflow_id: workflowId } = trigger
  const number = requireStartable(trigger)
  const form = await findFormVersion(db, tenantId, response.form_id, response.version)
  if (!form) throw new Error('a response names the version that was filled in')
  const { fields } = form.compiled
  const by = { mapping: z.parse(Mapping, trigger.field_mapping), fixed: z.parse(Fixed, trigger.fixed_values) }
  const files = await filesFor(tx, fields, response, by.mapping)
  const version = await versionOf(db, tenantId, workflowId, number)
  // More people may see the instance than a limited form: they learn nothing of it, not even what it is called.
  const sourceName = trigger.visibility === 'limited' ? undefined : form.content.title
  const started = await startInstance(tx, {
    workflowId,
    version: number,
    source: 'form',
    key: `${response.id}:${trigger.id}`,
    name: nameOf(sourceName ?? trigger.name, response.receipt),
    answers: startValues(version, mappedValues(version, fields, files.answers, by)),
    startedBy: null,
    sourceName,
    standIn: standInOf(trigger),
  })
  if (started.fresh) await giveToInstance(tx, { id: started.id, workflow_id: workflowId }, files.given)
  return started.id
}

/** The person who arranged it learns that it no longer works; what only waits for room needs nobody. */
function tellOfRefusal(
  tx: TenantTx,
  { created_by, workflow_id, name }: FormTriggerRow,
  { code, message }: StartReason,
): void {
  if (created_by === null || code === 'limit') return
  const about = { workflow: workflow_id }
  tx.notify({ type: 'response_not_started', because: 'trigger', name, text: message, to: [created_by], about })
}

/**
 * Starts the workflows of a stored response that have not started yet: those of all triggers of its form, or of the named
 * ones. They start in the order of their workflows, so that two responses never deadlock. Each starts once; one that cannot
 * start keeps its reason and does not affect the others. Returns how many started and how many did not,
 * and whether the plan had no runs left for some.
 */
export async function startTriggers(
  tx: TenantTx,
  response: StoredResponse,
  triggerIds?: readonly string[],
): Promise<{ started: number; notStarted: number; outOfRuns: boolean }> {
  const { db, tenantId } = tx
  const triggers = await triggersToStart(db, tenantId, response.form_id, triggerIds)
  const before = await startsOf(db, tenantId, response.id)
  const made = { started: 0, notStarted: 0, outOfRuns: false }
  for (const trigger of triggers) {
    const known = before.get(trigger.id)
    if (known === 'started') continue
    const about = { submission_id: response.id, trigger_id: trigger.id, workflow_id: trigger.workflow_id }
    const outcome = await tryStart(tx, about, (inner, current) => startOne(inner, response, { ...trigger, ...current }))
    const isStarted = 'instanceId' in outcome
    await noteStart(db, tenantId, response, trigger, outcome)
    if (isStarted) tx.count(STARTED, trigger.id, 1)
    else {
      if (known !== 'not_started') tellOfRefusal(tx, trigger, outcome.reason)
      made.outOfRuns ||= outcome.reason.code === 'limit'
    }
    tx.count(WAITING, trigger.id, (isStarted ? 0 : 1) - (known === 'not_started' ? 1 : 0))
    made[isStarted ? 'started' : 'notStarted']++
  }
  // The month may have changed since it was held.
  if (made.outOfRuns) await releaseNextMonth(tx)
  await restate(tx, response.id)
  return made
}

/** A response that looks automated starts nothing until somebody releases it. */
export async function holdTriggers({ db, tenantId }: TenantTx, response: StoredResponse): Promise<void> {
  await sql`insert into submission_starts (tenant_id, submission_id, trigger_id, form_id, workflow_id, state, tries)
    select tenant_id, ${response.id}, id, form_id, workflow_id, 'held', 0 from workflow_triggers
    where tenant_id = ${tenantId} and form_id = ${response.form_id}`.execute(db)
}
