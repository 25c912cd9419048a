import type { Field, FlowDoc } from '../document.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'
import type { KnownStart } from '../start-mapping.ts'
import type { Bits } from './bitset.ts'
import { type Checked, type Expressions, expressionsFor } from './cel/expression.ts'
import { type Graph, graphOf } from './graph.ts'
import { besideEach } from './parallel.ts'
import { type TargetList, targetLists } from './references.ts'
import { type Use, usesOf } from './uses.ts'
import { type Declared, declaredBy } from './variables.ts'

export type KnownOperation = {
  /** JSON Schema of its parameters. */
  input_schema?: Json
  /** Whether the receiver recognises a repeated call. */
  honours_key?: boolean
}
/** What is known of its only operation stands with a tool that needs no connection. */
export type KnownTool = KnownOperation & {
  /** What can be called of it, by name; a tool without needs none named. */
  operations?: Record<string, KnownOperation>
  /** Ids of the connections by which it may be called; a tool without needs none. */
  connections?: readonly string[]
  /** Of these, the ones whose receiver recognises a repeated call whatever is called. */
  keyed?: readonly string[]
}

/** A tool as lists of tools describe it. */
type ListedTool = {
  operations: readonly { name: string; input_schema: Json; repeat: string }[]
  connections: readonly { id: string; honours_key: boolean }[]
}

export const knownTool = ({ operations, connections }: ListedTool): KnownTool => ({
  operations: Object.fromEntries(
    operations.map(({ name, input_schema, repeat }) => [name, { input_schema, honours_key: repeat !== 'once' }]),
  ),
  connections: connections.map(({ id }) => id),
  keyed: connections.filter(({ honours_key }) => honours_key).map(({ id }) => id),
})
export type KnownWorkflow = { start_fields?: Field[]; calls?: string[] }

/** What is known beyond the document. What is not given is not checked. */
export type Known = {
  tools?: Record<string, KnownTool>
  workflows?: Record<string, KnownWorkflow>
  /** Ids of those who are in the workspace, as far as the document names them. */
  people?: readonly string[]
  teams?: readonly string[]
  /** Names of roles; their case does not matter. */
  roles?: readonly string[]
  /** Names of the workspace's secrets. */
  secrets?: readonly string[]
  /** Something other than a person starts it, and nobody takes the place of the starter. */
  startsAlone?: boolean
  /** What starts it beside people. */
  starts?: readonly KnownStart[]
}

/** A document taken apart once, for all rules. */
export type Analysis = {
  doc: FlowDoc
  known: Known
  declared: Declared
  expressions: Expressions
  uses: { use: Use; checked: Checked }[]
  /** By step id. */
  lists: Map<StepId, TargetList[]>
  graph?: Graph
  /** Per step, those that may run at the same time. */
  beside: Bits[]
}

export function analyse(doc: FlowDoc, known: Known): Analysis {
  const declared = declaredBy(doc)
  const expressions = expressionsFor(declared.types)
  const uses = usesOf(doc).map((use) => ({ use, checked: expressions.check(use.text, use.wanted, use.forEach) }))
  const graph = graphOf(doc)
  const lists = new Map(Object.entries(doc.steps).map(([id, step]) => [id, targetLists(step)]))
  const beside = graph ? besideEach(graph) : []
  return { doc, known, declared, expressions, uses, lists, ...(graph && { graph }), beside }
}
