import type { VarType } from '../../document.ts'
import type { Json } from '../../eval/tree.ts'
import type { Analysis } from '../analysis.ts'
import { addBit, type Bits, emptyBits, hasMember } from '../bitset.ts'
import { surelySet } from '../certain-variables.ts'
import { type Graph, titleOf } from '../graph.ts'
import { add, type Problem, pathTo, put, type Repair } from '../problem.ts'
import type { Use } from '../uses.ts'
import { fieldWrites } from '../variables.ts'
import { canRewrite, replaced } from './expressions.ts'

type Reading = { use: Use; name: string; guarded: boolean }

function readings({ uses }: Analysis): Reading[] {
  return uses.flatMap(({ use, checked }) => ('tree' in checked ? checked.reads.map((read) => ({ use, ...read })) : []))
}

/** For each step those with an edge to it, of either kind. */
function sourcesIn({ ids, met, forward, returns }: Graph): number[][] {
  const sources = ids.map((): number[] => [])
  for (const from of met) for (const to of [...(forward[from] ?? []), ...(returns[from] ?? [])]) sources[to]?.push(from)
  return sources
}

/** Steps from which a step can be come to, along any edge. */
export function cameFrom(graph: Graph, step: number, sources = sourcesIn(graph)): Bits {
  const seen = emptyBits(graph.ids.length)
  const queue = [step]
  for (const at of queue)
    for (const from of sources[at] ?? []) {
      if (hasMember(seen, from)) continue
      addBit(seen, from)
      queue.push(from)
    }
  return seen
}

/** Which steps set a variable. */
function writersIn({ ids }: Graph, { writes }: Analysis['declared']): Map<string, number[]> {
  const writers = new Map<string, number[]>()
  for (const [step, id] of ids.entries())
    for (const { name } of writes.get(id) ?? []) {
      const known = writers.get(name)
      if (known) known.push(step)
      else writers.set(name, [step])
    }
  return writers
}

/** Whether a step that comes before another, or runs beside it, sets a variable. However much a step reads, its ways are followed once. */
function possibleWriters(graph: Graph, declared: Analysis['declared'], beside: Bits[]) {
  const sources = sourcesIn(graph)
  const writers = writersIn(graph, declared)
  const before = new Map<number, Bits>()
  return (name: string, at: number): boolean => {
    const known = before.get(at) ?? cameFrom(graph, at, sources)
    before.set(at, known)
    return writers.get(name)?.some((step) => hasMember(known, step) || hasMember(beside[at], step)) ?? false
  }
}

const fallback: Partial<Record<VarType, string>> = {
  string: '""',
  person: '""',
  number: '0.0',
  boolean: 'false',
  list: '[]',
  table: '[]',
  file: '[]',
}
const plainDefault: Partial<Record<VarType, Json>> = {
  string: '',
  person: '',
  number: 0,
  boolean: false,
  list: [],
  table: [],
  file: [],
}

function guard(use: Use, name: string, type: VarType): Repair[] {
  const other = fallback[type]
  if (other === undefined || !canRewrite(use)) return []
  const text = use.text.replaceAll(
    new RegExp(`(?<!has\\()\\bvars\\.${name}\\b`, 'g'),
    `vars.?${name}.orValue(${other})`,
  )
  return [{ label: 'Provide a fallback for when it isn’t set', patch: [put(use.path, replaced(use, text))] }]
}

function asStartField(analysis: Analysis, name: string, type: VarType): Repair[] {
  const kinds: Partial<Record<VarType, string>> = {
    string: 'text',
    number: 'number',
    boolean: 'checkbox',
    date: 'date',
    person: 'person',
    file: 'file',
  }
  const kind = kinds[type]
  if (kind === undefined || analysis.doc.start_fields?.some((field) => field.name === name)) return []
  const field = { name, type: kind, label: name.replaceAll('_', ' '), required: true, variable: name }
  const patch = analysis.doc.start_fields ? add('/start_fields/-', field) : add('/start_fields', [field])
  return [{ label: 'Ask for it at the start', patch: [patch] }]
}

function withDefault({ doc }: Analysis, name: string, type: VarType): Repair[] {
  const value = plainDefault[type]
  if (value === undefined) return []
  const variable = { ...(doc.variables?.[name] ?? { type }), default: value }
  const patch = doc.variables ? add(pathTo('variables', name), variable) : add('/variables', { [name]: variable })
  return [{ label: 'Give it an initial value', patch: [patch] }]
}

/** Rules 21 and 22: what is read has been set, or the expression says what to do without it. */
export function unsetReads(analysis: Analysis): Problem[] {
  const { doc, graph, declared, beside } = analysis
  if (!graph) return []
  const open = readings(analysis).filter(({ guarded, name }) => !guarded && !declared.always.has(name))
  if (open.length === 0) return []
  const names = new Map([...new Set(open.map(({ name }) => name))].map((name, n) => [name, n]))
  const always = [...names].flatMap(([name, n]) => (declared.always.has(name) ? [n] : []))
  const set = surelySet(graph, names, always, { writes: declared.writes, beside })
  const optionalAtStart = new Set(fieldWrites(doc.start_fields ?? [], '').map(({ name }) => name))
  const setBefore = possibleWriters(graph, declared, beside)
  const maySet = (name: string, at: number | undefined) =>
    optionalAtStart.has(name) || (at !== undefined && setBefore(name, at))
  const met = new Set(graph.met)

  return open.flatMap(({ use, name }): Problem[] => {
    const at = use.step === undefined ? undefined : graph.at.get(use.step)
    if (at !== undefined && !met.has(at)) return []
    const type = declared.types.get(name) ?? 'string'
    const own = use.form ? ownFields(analysis, use).get(name) : undefined
    if (own || (at !== undefined && hasMember(set[at], names.get(name) ?? -1))) return []
    const possible = own !== undefined || maySet(name, at)
    const text = possible
      ? `"${name}" is not set on every way that leads here.`
      : `"${name}" cannot have been set yet when this is read.`
    return [
      {
        n: possible ? 22 : 21,
        code: possible ? 'var_maybe' : 'var_unset',
        level: 'E',
        ...(use.step !== undefined && { step: use.step }),
        path: use.path,
        text,
        repairs: [
          ...guard(use, name, type),
          ...asStartField(analysis, name, type),
          ...withDefault(analysis, name, type),
        ],
      },
    ]
  })
}

/** The fields of the form that an expression is read in: true where an answer is certain. */
function ownFields({ doc, declared }: Analysis, { step }: Use): Map<string, boolean> {
  const writes = step === undefined ? fieldWrites(doc.start_fields ?? [], '') : (declared.writes.get(step) ?? [])
  return new Map(writes.map(({ name, sure }) => [name, sure]))
}

/** Rule 23: one variable, one type. */
export function typeConflicts({ declared }: Analysis): Problem[] {
  return declared.conflicts.map(({ name, type, other, path, step }) => ({
    n: 23,
    code: 'var_conflict',
    level: 'E',
    ...(step !== undefined && { step }),
    path,
    text: `"${name}" is ${other} in one place and ${type} here.`,
    repairs: path.includes('/fields/') || path.startsWith('/start_fields/') ? [rename(path, `${name}_${type}`)] : [],
  }))
}

const rename = (path: string, name: string): Repair => ({
  label: `Name this one ${name}`,
  patch: [add(`${path}/variable`, name)],
})

/** Rules 24 and 25: nothing is written by two at once; what is read beside its writing may be old or new. */
export function parallelAccess(analysis: Analysis): Problem[] {
  const { graph, declared, beside } = analysis
  if (!graph) return []
  const all = new Map<string, number[]>()
  for (const step of graph.met)
    for (const { name } of declared.writes.get(graph.ids[step] ?? '') ?? [])
      all.set(name, [...(all.get(name) ?? []), step])
  const writers = (name: string, at: number) => (all.get(name) ?? []).filter((other) => hasMember(beside[at], other))
  const written = graph.met.flatMap((step) =>
    (declared.writes.get(graph.ids[step] ?? '') ?? []).flatMap(({ name, path }): Problem[] => {
      const other = writers(name, step).find((one) => one < step)
      if (other === undefined) return []
      return [
        {
          n: 24,
          code: 'parallel_write',
          level: 'E',
          step: graph.ids[step] ?? '',
          path,
          text: `"${name}" is also set by ${titleOf(graph, other)}, which may run at the same time.`,
          repairs: path.includes('/fields/') ? [rename(path, `${name}_2`)] : [],
        },
      ]
    }),
  )
  const read = readings(analysis).flatMap(({ use, name }): Problem[] => {
    const at = use.step === undefined ? undefined : graph.at.get(use.step)
    const other = at === undefined ? undefined : writers(name, at)[0]
    if (other === undefined) return []
    return [
      {
        n: 25,
        code: 'parallel_read',
        level: 'W',
        ...(use.step !== undefined && { step: use.step }),
        path: use.path,
        text: `${titleOf(graph, other)} may still be setting "${name}" when it’s read here.`,
        repairs: [],
      },
    ]
  })
  return [...written, ...read]
}
