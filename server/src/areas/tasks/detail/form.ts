import { PRIORITIES } from '@throughline/contracts/running'
import { variableOf } from '@throughline/flow/compile'
import type { Field } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import type { Version } from '../../instances/instances.public.ts'
import { dayIn, idsIn } from '../../instances/instances.public.ts'
import type { DetailRow } from './detail.queries.ts'
import { type FixedNames, readBy, withFixedNames } from './fixed-names.ts'

export interface Form {
  fields: Field[]
  show: Record<string, Json>
  /** What the conditions read. */
  vars: Record<string, Json>
}

/** Compiled by us: a tree is JSON. */
const Plain = z.custom<Json>()

export const NO_FORM: Form = { fields: [], show: {}, vars: {} }

const isoMoment = (at: Date | number) => new Date(at).toISOString()

function fixedNames(version: Version, detail: DetailRow, item: number): FixedNames {
  const { state, started_by, started_at, instance_due, instance_has_due } = detail
  const rounds = version.plan.steps.map(({ id }) => [id, state.round[id] ?? state.base] as const)
  return {
    ...(item >= 0 && { item: detail.item_value, index: item }),
    rounds: Object.fromEntries(rounds),
    instance: {
      priority: PRIORITIES[detail.instance_priority] ?? 'medium',
      started: isoMoment(started_at),
      starter: started_by,
      ...(instance_has_due && { due: isoMoment(instance_due) }),
    },
    today: dayIn(detail.time_zone, new Date()),
  }
}

/** The form of a manual step, with conditions that need nothing but `vars` and the answers. */
export function formOf(version: Version, step: string, detail: DetailRow, item: number): Form {
  const found = Object.hasOwn(version.doc.steps, step) ? version.doc.steps[step] : undefined
  if (found?.type !== 'manual') return NO_FORM
  const shown = Object.entries(
    (Object.hasOwn(version.exprs.steps, step) ? version.exprs.steps[step] : undefined)?.show ?? {},
  )
  const fixed = fixedNames(version, detail, item)
  const trees = shown.map(([name, tree]) => ({ name, ...withFixedNames(z.parse(Plain, tree), fixed) }))
  const names = new Set(trees.flatMap(({ tree }) => readBy(tree)))
  const known = Object.entries(detail.variables).filter(([name]) => names.has(name))
  return {
    fields: found.fields,
    show: Object.fromEntries(trees.map(({ name, tree }) => [name, tree])),
    vars: { ...Object.fromEntries(known), ...Object.assign({}, ...trees.map(({ vars }) => vars)) },
  }
}

const byField = (fields: readonly Field[], values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[variableOf(field)]
      return value === undefined || value === null ? [] : [[field.name, value]]
    }),
  )

/** Those given; else the viewer's own unsent ones, over what was given back or what earlier rounds left. */
export function answersIn(
  { fields }: Form,
  status: string,
  { answers, draft, variables }: DetailRow,
): Record<string, Json> {
  const given = answers ? byField(fields, answers) : undefined
  if (given && status !== 'pending' && status !== 'in_progress') return given
  return { ...(given ?? byField(fields, variables)), ...draft }
}

/** Members whom answers name, also in tables; a draft may hold anything in their place. */
export const peopleNamed = ({ fields }: Form, answers: Record<string, Json>): string[] =>
  fields.flatMap(({ type, name, columns = [] }) => {
    const value = answers[name] ?? null
    if (type === 'person') return idsIn(value)
    if (type !== 'table' || !Array.isArray(value)) return []
    const people = columns.filter((column) => column.type === 'person')
    return value.flatMap((row) => people.flatMap((column) => idsIn(cellOf(row, column.name))))
  })

/** Files that answers name, also in tables. */
export const filesNamed = ({ fields }: Form, answers: Record<string, Json>): string[] =>
  fields.flatMap(({ type, name, columns = [] }) => {
    const value = answers[name] ?? null
    if (type === 'file') return idsIn(value)
    return type === 'table' && columns.some((column) => column.type === 'file') ? idsIn(value) : []
  })

const cellOf = (row: Json, column: string): Json =>
  typeof row === 'object' && row !== null && !Array.isArray(row) ? (row[column] ?? null) : null
