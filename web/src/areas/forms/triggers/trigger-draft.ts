import type { FormTrigger } from '@throughline/contracts/form-triggers'
import type { AnswerField } from '@throughline/flow/form'
import { type MappingProblem, mappingProblems, matchFields, type Target } from '@throughline/flow/form-mapping'
import { type FixedTexts, fixedBody, fixedTexts, standInBody } from '../../starts/parts/fixed-values.ts'
import type { TriggerBody } from '../submissions.api.ts'

export type MappingRow = { key: number; element: string; variable: string; by?: 'name' | 'type' }

/** What somebody is putting together: rows may still be half empty. */
export type TriggerDraft = {
  rows: readonly MappingRow[]
  /** As typed; the variable's type says what it becomes. */
  fixed: FixedTexts
  standIn: TriggerBody['stand_in']
}

let last = 0
const nextKey = () => ++last

export const emptyRow = (): MappingRow => ({ key: nextKey(), element: '', variable: '' })

/** Pairs that are likely meant; one empty row where none is. */
export function proposedDraft(fields: readonly AnswerField[], targets: readonly Target[]): TriggerDraft {
  const rows = matchFields(fields, targets).map((match): MappingRow => ({ key: nextKey(), ...match }))
  return { rows: rows.length > 0 ? rows : [emptyRow()], fixed: {}, standIn: undefined }
}

export function draftOf(
  { field_mapping, fixed_values, stand_in }: FormTrigger,
  targets: readonly Target[],
): TriggerDraft {
  return {
    rows: Object.entries(field_mapping).map(([element, variable]) => ({ key: nextKey(), element, variable })),
    fixed: fixedTexts(fixed_values, targets),
    standIn: standInBody(stand_in),
  }
}

/** As it is sent. Rows without a field or a variable say nothing. */
export function bodyOf({ rows, fixed, standIn }: TriggerDraft, targets: readonly Target[]): TriggerBody {
  const pairs = rows.filter(({ element, variable }) => element !== '' && variable.trim() !== '')
  return {
    field_mapping: Object.fromEntries(pairs.map(({ element, variable }) => [element, variable.trim()])),
    fixed_values: fixedBody(fixed, targets),
    ...(standIn !== undefined && { stand_in: standIn }),
  }
}

export type DraftProblems = {
  /** By the element of their row. */
  rows: ReadonlyMap<string, Exclude<MappingProblem, { code: 'missing' }>>
  missing: readonly Extract<MappingProblem, { code: 'missing' }>[]
  isEmpty: boolean
}

export function problemsOf(
  draft: TriggerDraft,
  fields: readonly AnswerField[],
  targets: readonly Target[],
): DraftProblems {
  const { field_mapping, fixed_values = {} } = bodyOf(draft, targets)
  const found = mappingProblems(fields, targets, field_mapping, fixed_values)
  const rows = found.flatMap((one) => (one.code === 'missing' ? [] : [[one.element, one] as const]))
  return {
    rows: new Map(rows),
    missing: found.filter((one) => one.code === 'missing'),
    isEmpty: Object.keys(field_mapping).length === 0,
  }
}

/** A field may stand in one row only; so many rows have room for all of them. */
export const canAddRow = ({ rows }: TriggerDraft, fields: readonly AnswerField[]): boolean =>
  rows.length < fields.length
