import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import { readingsOf, type Write, writesOf } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { recognizesRepeat, type Version } from '../../instances/instances.public.ts'

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

export const stepIn = ({ doc }: Version, id: string | null): Step | undefined =>
  id === null ? undefined : own(doc.steps, id)

const planStepIn = ({ plan }: Version, id: string | null) => plan.steps.find((step) => step.id === id)

/** The step's place among all of them. */
export function stepNumberIn({ plan }: Version, id: string | null): { n: number; of: number } | null {
  const at = plan.steps.findIndex((step) => step.id === id)
  return at < 0 ? null : { n: at + 1, of: plan.steps.length }
}

/** Names of the steps an outcome leads to; empty where it ends the instance, undefined where it is none. */
function leadsTo(version: Version, id: string | null, outcome: string): string[] | undefined {
  const out = planStepIn(version, id)?.outs.find(({ name }) => name === outcome)
  return out?.to.flatMap((at) => {
    const target = version.plan.steps[at]
    return (target && stepIn(version, target.id)?.name) ?? []
  })
}

export const leadsOf = (version: Version, id: string | null) => ({
  approve: leadsTo(version, id, 'approved') ?? leadsTo(version, id, 'done') ?? [],
  reject: leadsTo(version, id, 'rejected') ?? [],
  changes: leadsTo(version, id, 'changes') ?? null,
})

export const outcomesIn = (version: Version, id: string | null): string[] =>
  planStepIn(version, id)?.outs.map(({ name }) => name) ?? []

const readAnywhere = new WeakMap<FlowDoc, ReadonlySet<string>>()

/** Versions are kept as they are, so that each is looked through once. */
function namesRead(doc: FlowDoc): ReadonlySet<string> {
  const known = readAnywhere.get(doc) ?? new Set(readingsOf(doc).map(({ name }) => name))
  readAnywhere.set(doc, known)
  return known
}

/** What other steps read of what this one sets: an override has to give it. */
export function outputsIn({ doc }: Version, step: Step): Write[] {
  const read = namesRead(doc)
  return writesOf(step).filter(({ name }) => read.has(name))
}

export async function toolOf(tx: ReadTx, step: Step | undefined) {
  if (step?.type !== 'tool' || step.tool_id === null) return null
  const known = BUILTIN_TOOLS.find(({ id }) => id === step.tool_id)
  return {
    id: step.tool_id,
    name: known?.name ?? step.tool_name ?? step.tool_id,
    honours_keys: await recognizesRepeat(tx, step),
  }
}
