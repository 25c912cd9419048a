import { type Turn, variableOf, writesOf } from '@throughline/flow/compile'
import type { FlowDoc, ManualStep, VarType } from '@throughline/flow/document'
import { type Json, parseDay, parseInstant } from '@throughline/flow/eval'
import { numberText } from '../../../shared/format/count.ts'
import type { Drawing } from '../model/drawing.ts'
import { dateText, momentText } from './trial.ts'
import { tryTexts } from './try.texts.ts'

export type TrialVariable = {
  name: string
  type: VarType
  value: string | undefined
  /** Which step set it last. */
  by: string
  /** Set in the last turn. */
  fresh: boolean
}

/** The start fields as the form of a step, which is read in the same way. */
export const startForm = (doc: FlowDoc): ManualStep => ({
  id: '',
  name: tryTexts.start.title,
  type: 'manual',
  next: [],
  fields: doc.start_fields ?? [],
})

function typesIn(doc: FlowDoc): Map<string, VarType> {
  const types = new Map<string, VarType>(Object.entries(doc.variables ?? {}).map(([name, { type }]) => [name, type]))
  for (const step of [startForm(doc), ...Object.values(doc.steps)])
    for (const { name, type } of writesOf(step))
      if (!types.has(name) || types.get(name) === 'json') types.set(name, type)
  return types
}

/** Every variable of the document with what it holds after these turns, set ones first. */
export function trialVariables(doc: FlowDoc, drawing: Drawing, turns: readonly Turn[], since: number): TrialVariable[] {
  const setBy = new Map<string, { by: string; turn: number }>()
  let before: Turn['vars'] = {}
  for (const [place, { vars, event }] of turns.entries()) {
    for (const [name, value] of Object.entries(vars)) {
      if (JSON.stringify(before[name]) === JSON.stringify(value)) continue
      const by = 'step' in event ? (drawing.at(event.step)?.step.name ?? event.step) : originOf(doc, name)
      setBy.set(name, { by, turn: place })
    }
    before = vars
  }
  const all = [...typesIn(doc)].map(([name, type]): TrialVariable => {
    const set = setBy.get(name)
    const held = before[name]
    return {
      name,
      type,
      value: held === undefined || held === null ? undefined : valueText(held, type, drawing),
      by: set?.by ?? '',
      fresh: set !== undefined && set.turn >= since,
    }
  })
  return all.toSorted((a, b) => Number(b.value !== undefined) - Number(a.value !== undefined))
}

function originOf(doc: FlowDoc, name: string): string {
  const asked = (doc.start_fields ?? []).some((field) => variableOf(field) === name)
  return asked ? tryTexts.byStart : tryTexts.byDefault
}

/** People in a trial are the person who tries it, somebody else, or those that the document names. */
function personText(id: string, drawing: Drawing): string {
  if (id === 'starter') return tryTexts.you
  return id === 'a-colleague' ? tryTexts.colleague : drawing.names.person(id)
}

/** The file that a sample stands for has no name of its own. */
export const fileText = (name: string): string => (name === 'sample-file' ? tryTexts.sampleFile : name)

function valueText(value: Json, type: VarType, drawing: Drawing): string {
  if (typeof value === 'boolean') return value ? tryTexts.yes : tryTexts.no
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') {
    if (type === 'person') return personText(value, drawing)
    const day = type === 'date' ? parseDay(value) : undefined
    const instant = type === 'datetime' ? parseInstant(value) : undefined
    return day === undefined ? (instant === undefined ? value : momentText(instant)) : dateText(day)
  }
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (type === 'table') return tryTexts.rows(value.length)
  if (value.length === 0) return tryTexts.empty
  return value.map((one) => (typeof one === 'string' ? fileText(one) : JSON.stringify(one))).join(', ')
}
