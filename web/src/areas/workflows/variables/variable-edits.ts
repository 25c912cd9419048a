import type { FlowDoc, Variable, VarType } from '@throughline/flow/document'

const withVariables = (doc: FlowDoc, entries: [string, Variable][]): FlowDoc => {
  const { variables: _, ...rest } = doc
  return entries.length === 0 ? rest : { ...rest, variables: Object.fromEntries(entries) }
}
const entriesOf = (doc: FlowDoc) => Object.entries(doc.variables ?? {})

export function putVariable(doc: FlowDoc, name: string, variable: Variable): FlowDoc {
  const entries = entriesOf(doc)
  const isThere = entries.some(([own]) => own === name)
  return withVariables(
    doc,
    isThere
      ? entries.map(([own, before]): [string, Variable] => [own, own === name ? variable : before])
      : [...entries, [name, variable]],
  )
}

export function removeVariable(doc: FlowDoc, name: string): FlowDoc {
  return withVariables(
    doc,
    entriesOf(doc).filter(([own]) => own !== name),
  )
}

/** A name that no variable has. */
export function freshName(taken: ReadonlySet<string>): string {
  for (let n = 1; ; n += 1) if (!taken.has(`variable_${n}`)) return `variable_${n}`
}

/** A default of the old type would not fit the new one. */
export function retyped(variable: Variable, type: VarType): Variable {
  const { default: _, ...rest } = variable
  return { ...rest, type }
}

export function relabelled(variable: Variable, label: string): Variable {
  const { label: _, ...rest } = variable
  return label.trim() === '' ? rest : { ...rest, label }
}

export function withDefault(variable: Variable, value: Variable['default']): Variable {
  const { default: _, ...rest } = variable
  return value === undefined || value === '' ? rest : { ...rest, default: value }
}
