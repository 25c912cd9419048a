import type { Instance } from '@throughline/contracts/instances'
import { variableOf, writesOf } from '@throughline/flow/compile'
import type { Field, FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import type * as z from 'zod/mini'
import { cut } from '../../core/cut.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { fileNames } from './answers.queries.ts'
import type { Version } from './engine/version.ts'
import { peopleOf } from './wire.service.ts'

export type AnswerWire = z.input<typeof Instance>['answers'][number]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_SHOWN = 300

interface Known {
  name: string
  label: string
  type: string
  field?: Field
}

const isEmpty = (value: Json | undefined): value is undefined =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Every variable once: fields in the order in which they are asked for, then what steps bring, then the rest. */
function knownIn(doc: FlowDoc, order: readonly string[]): Known[] {
  const steps = order.flatMap((id) => doc.steps[id] ?? [])
  const asked = [...(doc.start_fields ?? []), ...steps.flatMap((step) => (step.type === 'manual' ? step.fields : []))]
  const labelOf = (name: string) => doc.variables?.[name]?.label ?? name
  const all: Known[] = [
    ...asked.map((field) => ({ name: variableOf(field), label: field.label || field.name, type: field.type, field })),
    ...steps.flatMap(writesOf).map(({ name, type }) => ({ name, label: labelOf(name), type })),
    ...Object.entries(doc.variables ?? {}).map(([name, { type }]) => ({ name, label: labelOf(name), type })),
  ]
  const first = new Map<string, Known>()
  for (const one of all) if (!first.has(one.name)) first.set(one.name, one)
  return [...first.values()]
}

const idsIn = (value: Json): string[] => {
  if (typeof value === 'string') return UUID.test(value) ? [value] : []
  return Array.isArray(value) ? value.flatMap(idsIn) : []
}

type Names = ReadonlyMap<string, string>

function shownAs({ type, field }: Known, value: Json, names: Names): string {
  if (value === null) return ''
  if (type === 'table' && Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`
  if (Array.isArray(value))
    return value.map((one) => shownAs({ name: '', label: '', type, ...(field && { field }) }, one, names)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return JSON.stringify(value)
  if (type === 'person' || type === 'file') return names.get(String(value)) ?? ''
  return field?.options?.find((option) => option.value === value)?.label ?? String(value)
}

/** Variables that have a value, named as people know them: people by name, files by theirs. */
export async function shownAnswers(
  tx: Pick<TenantTx, 'db' | 'tenantId'>,
  instanceId: string,
  { doc, plan }: Pick<Version, 'doc' | 'plan'>,
  variables: Record<string, Json>,
): Promise<AnswerWire[]> {
  const order = plan.steps.map(({ id }) => id)
  const given = knownIn(doc, order).flatMap((known) => {
    const value = Object.hasOwn(variables, known.name) ? variables[known.name] : undefined
    return isEmpty(value) || value === undefined ? [] : [{ known, value }]
  })
  const idsOf = (type: string) => given.flatMap(({ known, value }) => (known.type === type ? idsIn(value) : []))
  // Run for each of a list, a field's answers are a list of them.
  const people = await peopleOf(tx, idsOf('person'))
  const files = await fileNames(tx.db, tx.tenantId, instanceId, idsOf('file'))
  const names = new Map([...files, ...[...people].map(([id, { name }]) => [id, name] as const)])
  return given.map(({ known, value }) => ({
    name: known.name,
    label: known.label,
    type: known.type,
    value,
    shown: cut(shownAs(known, value, names), LONGEST_SHOWN),
  }))
}
