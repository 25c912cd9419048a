import { variableOf, writesOf } from '@throughline/flow/compile'
import type { Field, Step, VarType } from '@throughline/flow/document'
import { isTrue, type Json, type Scope, type Tree } from '@throughline/flow/eval'
import type { Values } from './trial.ts'
import { tryTexts } from './try.texts.ts'

/** What is asked for: a field of a form, or what a tool or another workflow gives back. */
export type AnswerField = Pick<
  Field,
  'label' | 'required' | 'placeholder' | 'help' | 'options' | 'columns' | 'min' | 'max'
> & {
  variable: string
  type: Field['type'] | 'json'
}

const FIELD_TYPES: Partial<Record<VarType, AnswerField['type']>> = {
  number: 'number',
  boolean: 'checkbox',
  json: 'json',
}

/** Answers as they are being written; unfinished ones are left out. */
export type Draft = Record<string, Json | undefined>

export function answerFieldsOf(step: Step): AnswerField[] {
  if (step.type === 'manual') return step.fields.map((field) => ({ ...field, variable: variableOf(field) }))
  const { each: _, ...once } = step
  return writesOf(once).map(({ name, type }) => ({
    variable: name,
    label: name,
    type: FIELD_TYPES[type] ?? 'text',
    required: false,
  }))
}

/** The fields that are visible with these answers; one that depends on another is asked only where it applies. */
export function visibleFields(
  asked: readonly AnswerField[],
  show: Record<string, Tree>,
  scope: Scope,
  draft: Draft,
): AnswerField[] {
  const given: Values = {}
  return asked.filter(({ variable }) => {
    const tree = show[variable]
    const shown = tree ? isTrue(tree, { ...scope, vars: { ...scope.vars, ...given } }) : undefined
    if (shown && !(shown.ok && shown.value)) return false
    const answer = draft[variable]
    if (answer !== undefined) given[variable] = answer
    return true
  })
}

const isEmpty = (value: Json | undefined) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What is wrong with an answer; undefined if it may stand. */
export function faultIn({ required, type, min, max }: AnswerField, value: Json | undefined): string | undefined {
  if (isEmpty(value)) return required ? tryTexts.missing : undefined
  if (typeof value === 'number' && min !== undefined && value < min) return tryTexts.tooSmall(min)
  if (typeof value === 'number' && max !== undefined && value > max) return tryTexts.tooLarge(max)
  if (type === 'json' && typeof value === 'string' && readJson(value) === undefined) return tryTexts.notJson
  return undefined
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answers of the fields shown as they are handed in, or only those that are written already. */
export function valuesOf(shown: readonly AnswerField[], draft: Draft, which: 'all' | 'written' = 'all'): Values {
  return Object.fromEntries(
    shown.flatMap(({ variable, type }): [string, Json][] => {
      const value = draft[variable]
      if (value === undefined || isEmpty(value))
        return type === 'checkbox' && which === 'all' ? [[variable, false]] : []
      return [[variable, type === 'json' && typeof value === 'string' ? (readJson(value) ?? null) : value]]
    }),
  )
}

/** Samples as somebody would have written them. */
export function draftOf(asked: readonly AnswerField[], samples: Values): Draft {
  return Object.fromEntries(
    asked.map(({ variable, type }) => {
      const value = samples[variable]
      return [variable, type === 'json' && value !== undefined ? JSON.stringify(value) : value]
    }),
  )
}

export type FieldInputProps = {
  asked: AnswerField
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  /** Needed outside a Field. */
  label?: string
}
