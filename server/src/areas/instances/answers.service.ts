import type { ShownAnswer } from '@throughline/contracts/running'
import { variableOf, writesOf } from '@throughline/flow/compile'
import type { Field, FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import type * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { filesGiven } from './answers.queries.ts'
import type { Version } from './engine/version.ts'
import { boundedText, idsIn } from './values.ts'
import { peopleOf } from './wire.service.ts'

/** More names than a text that is cut can hold. */
const MAX_NAMED = 700
/** As many as anybody opens from one answer. */
const MAX_OPENED = 50

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

/** What people wrote themselves names nobody, be it an id. */
const namesPeople = ({ type, field }: Known) => type === 'person' || (field === undefined && type !== 'file')

const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 })

type Names = ReadonlyMap<string, string>

function shownAs(known: Known, value: Json, names: Names): string {
  const { type, field } = known
  if (value === null) return ''
  if (type === 'table' && Array.isArray(value)) return value.length === 1 ? '1 row' : `${value.length} rows`
  if (Array.isArray(value)) return value.map((one) => shownAs(known, one, names)).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return (type === 'currency' ? money : plain).format(value)
  if (typeof value === 'object')
    return JSON.stringify(value, (_, one) => (typeof one === 'string' ? (names.get(one) ?? one) : one))
  if (type === 'person' || type === 'file') return names.get(value) ?? ''
  if (type === 'date' && DAY.test(value)) return day.format(new Date(`${value}T00:00:00Z`))
  if (namesPeople(known)) return names.get(value) ?? value
  return field?.options?.find((option) => option.value === value)?.label ?? value
}

type AnswerWire = z.input<typeof ShownAnswer>
type Opened = AnswerWire['files'][number]

const filesIn = (value: Json, there: ReadonlyMap<string, Opened>) =>
  idsIn(value)
    .flatMap((id) => there.get(id) ?? [])
    .slice(0, MAX_OPENED)

/** Variables that have a value, named as people know them: people by name, files by theirs. */
export async function shownAnswers(
  tx: ReadTx,
  instanceId: string,
  { doc, plan }: Pick<Version, 'doc' | 'plan'>,
  variables: Record<string, Json>,
): Promise<AnswerWire[]> {
  const order = plan.steps.map(({ id }) => id)
  const given = knownIn(doc, order).flatMap((known) => {
    const value = Object.hasOwn(variables, known.name) ? variables[known.name] : undefined
    return isEmpty(value) || value === undefined ? [] : [{ known, value }]
  })
  const idsOf = (names: (known: Known) => boolean) =>
    given.flatMap(({ known, value }) => (names(known) ? idsIn(value).slice(0, MAX_NAMED) : []))
  const people = await peopleOf(tx, idsOf(namesPeople))
  const files = await filesGiven(
    tx.db,
    tx.tenantId,
    [instanceId],
    idsOf(({ type }) => type === 'file'),
  )
  const names = new Map([
    ...files.map(({ id, name }) => [id, name] as const),
    ...[...people].map(([id, { name }]) => [id, name] as const),
  ])
  const there = new Map(files.filter(({ deleted_at }) => !deleted_at).map(({ id, name }) => [id, { id, name }]))
  return given.map(({ known, value }) => ({
    name: known.name,
    label: known.label,
    type: known.type,
    ...boundedText(shownAs(known, value, names)),
    files: known.type === 'file' ? filesIn(value, there) : [],
  }))
}
