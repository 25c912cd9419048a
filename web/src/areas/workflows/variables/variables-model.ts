import { declaredBy, readingsOf, variableOf } from '@throughline/flow/compile'
import type { FlowDoc, Variable, VarType } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'

export interface KnownVariable {
  name: string
  /** Undefined where it is read but nothing declares it. */
  type: VarType | undefined
  label: string
  /** Declared in the document itself, not by a form or a step. */
  own: Variable | undefined
  asked: boolean
  writers: StepId[]
  readers: StepId[]
  /** Read by the start form or the workflow's due date. */
  readAtStart: boolean
  /** Nothing ever sets it. */
  unset: boolean
  /** Nothing reads it, and it is there for no other reason. */
  unused: boolean
}

/** What people call the variables that forms fill. */
function fieldLabels(doc: FlowDoc): Map<string, string> {
  const forms = [
    doc.start_fields ?? [],
    ...Object.values(doc.steps).map((step) => ('fields' in step ? step.fields : [])),
  ]
  return new Map(
    forms
      .flat()
      .toReversed()
      .map((field) => [variableOf(field), field.label]),
  )
}

/** Every variable of a document: its own, then those of the start form, then those of the steps. */
export function variablesOf(doc: FlowDoc): KnownVariable[] {
  const { types, writes } = declaredBy(doc)
  const readings = readingsOf(doc)
  const labels = fieldLabels(doc)
  const asked = new Set((doc.start_fields ?? []).map(variableOf))
  const names = new Set([...types.keys(), ...readings.map(({ name }) => name)])
  const own = new Map(Object.entries(doc.variables ?? {}))
  return [...names].map((name) => {
    const variable = own.get(name)
    const writers = [...writes].flatMap(([id, list]) => (list.some((write) => write.name === name) ? [id] : []))
    const read = readings.filter((reading) => reading.name === name)
    const readers = [...new Set(read.flatMap(({ step }) => step ?? []))]
    const known = variable?.default !== undefined && variable.default !== null
    return {
      name,
      type: types.get(name),
      label: variable?.label || labels.get(name) || '',
      own: variable,
      asked: asked.has(name),
      writers,
      readers,
      readAtStart: read.some(({ step }) => step === undefined),
      unset: types.has(name) && writers.length === 0 && !asked.has(name) && !known,
      unused: variable !== undefined && read.length === 0,
    }
  })
}
