import type { Field, FieldType, FlowDoc, Step, VarType } from '../document.ts'

/** The variable a field's answer lands in: its own name in lower snake case unless it says another. */
export function variableOf({ variable, name }: Pick<Field, 'variable' | 'name'>): string {
  if (variable !== undefined && variable !== '') return variable
  return name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_')
    .slice(0, 64)
}

export const variableShape = /^[a-z_][a-z0-9_]{0,63}$/

export const typeOfField: Record<FieldType, VarType> = {
  text: 'string',
  textarea: 'string',
  select: 'string',
  email: 'string',
  phone: 'string',
  url: 'string',
  number: 'number',
  currency: 'number',
  checkbox: 'boolean',
  date: 'date',
  person: 'person',
  file: 'file',
  table: 'table',
}

/** `sure`: whoever leaves the step well has set it. */
export type Write = { name: string; type: VarType; sure: boolean; path: string }

export function fieldWrites(fields: Field[], path: string): Write[] {
  return fields.map((field, n) => ({
    name: variableOf(field),
    type: typeOfField[field.type],
    sure: field.required === true && field.show_if === undefined,
    path: `${path}/${n}`,
  }))
}

function ownWrites(step: Step): Write[] {
  const path = `/steps/${step.id}`
  if (step.type === 'manual') return fieldWrites(step.fields, `${path}/fields`)
  if (step.type === 'tool')
    return Object.entries(step.output ?? {}).map(([name, type]) => ({
      name,
      type,
      sure: true,
      path: `${path}/output/${name}`,
    }))
  if (step.type === 'subworkflow')
    return Object.keys(step.output ?? {}).map((name) => ({
      name,
      type: 'json',
      sure: true,
      path: `${path}/output/${name}`,
    }))
  if (step.type !== 'approval') return []
  return Object.entries(step.output ?? {}).map(([what, name]) => ({
    name,
    type: what === 'decided_by' ? 'person' : 'string',
    // Nobody has to comment.
    sure: what !== 'comment',
    path: `${path}/output/${what}`,
  }))
}

/** What a step sets. Run once for each of a list, every answer becomes the list of the items' answers. */
export function writesOf(step: Step): Write[] {
  const own = ownWrites(step)
  return step.each ? own.map((write) => ({ ...write, type: 'list', sure: true })) : own
}

/** Whether the outcome brings what the step sets. */
export function bringsWrites(step: Step, outcome: string): boolean {
  return outcome !== 'failed' && !(step.type === 'subworkflow' && outcome === 'rejected')
}

export type Declared = {
  types: Map<string, VarType>
  /** Set before the first step opens. */
  always: Set<string>
  /** A variable written with two types, at the second place. */
  conflicts: { name: string; type: VarType; other: VarType; path: string; step?: string }[]
  /** By step id. */
  writes: Map<string, Write[]>
}

export function declaredBy(doc: FlowDoc): Declared {
  const declared: Declared = { types: new Map(), always: new Set(), conflicts: [], writes: new Map() }
  const note = ({ name, type, path }: Write, step?: string) => {
    const other = declared.types.get(name)
    // What a child gives back has the type that somebody else declares for it.
    if (other === undefined || other === 'json') declared.types.set(name, type)
    else if (other !== type && type !== 'json')
      declared.conflicts.push({ name, type, other, path, ...(step !== undefined && { step }) })
  }
  for (const [name, variable] of Object.entries(doc.variables ?? {})) {
    note({ name, type: variable.type, sure: false, path: `/variables/${name}` })
    if (variable.default !== undefined && variable.default !== null) declared.always.add(name)
  }
  for (const write of fieldWrites(doc.start_fields ?? [], '/start_fields')) {
    note(write)
    if (write.sure) declared.always.add(write.name)
  }
  for (const field of doc.start_fields ?? [])
    if (field.default !== undefined && field.default !== null && field.show_if === undefined)
      declared.always.add(variableOf(field))
  for (const [id, step] of Object.entries(doc.steps)) {
    const writes = writesOf(step)
    declared.writes.set(id, writes)
    for (const write of writes) note(write, id)
  }
  return declared
}
