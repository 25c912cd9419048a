import type { FlowDoc, Step } from '../../document.ts'
import { isJsonObject } from '../../eval/json.ts'
import type { Json } from '../../eval/tree.ts'
import type { Analysis, KnownOperation, KnownTool, KnownWorkflow } from '../analysis.ts'
import { hasMember } from '../bitset.ts'
import type { Graph } from '../graph.ts'
import { inStep, type Problem } from '../problem.ts'
import { freshId, insertBefore, targetLists, titleIn } from '../references.ts'
import { variableOf } from '../variables.ts'

type ToolStep = Step & { type: 'tool' }
type SubworkflowStep = Step & { type: 'subworkflow' }

/** Rules 29, 30 and 32: what is called is there and gets what it needs. Only what is known is checked. */
export function callProblems(analysis: Analysis): Problem[] {
  return Object.values(analysis.doc.steps).flatMap((step) => {
    if (step.type === 'tool') return toolProblems(analysis, step)
    return step.type === 'subworkflow' ? subworkflowProblems(analysis, step) : []
  })
}

function toolProblems({ doc, known, graph }: Analysis, step: ToolStep): Problem[] {
  const { id, tool_id } = step
  const problem = (n: number, code: string, level: 'E' | 'W', path: string, text: string): Problem => ({
    n,
    code,
    level,
    step: id,
    path,
    text,
    repairs: [],
  })
  if (tool_id === null || tool_id.trim() === '')
    return [problem(29, 'tool_missing', 'E', inStep(id, 'tool_id'), 'Choose the tool for this step.')]
  if (!known.tools) return []
  const tool = Object.hasOwn(known.tools, tool_id) ? known.tools[tool_id] : undefined
  if (!tool)
    return [problem(29, 'tool_missing', 'E', inStep(id, 'tool_id'), 'This tool isn’t connected. Choose another.')]
  const unconnected = connectionProblem(tool, step.connection)
  const connection =
    unconnected === undefined ? [] : [problem(29, 'connection_missing', 'E', inStep(id, 'connection'), unconnected)]
  const operation = operationOf(tool, step.operation)
  if (!operation) {
    const text =
      step.operation === undefined
        ? 'Choose what the tool does in this step.'
        : 'The tool doesn’t have this operation. Choose another.'
    return [...connection, problem(29, 'operation_missing', 'E', inStep(id, 'operation'), text)]
  }
  const inputs = unfitting(operation.input_schema, step.input?.parameters ?? {}).map(({ key, text }) =>
    problem(29, 'tool_input', 'E', inStep(id, 'input', 'parameters', key), text),
  )
  const isKeyed = operation.honours_key !== false || tool.keyed?.includes(step.connection ?? '') === true
  const repeats = !isKeyed && graph && onLoop(graph, graph.at.get(id)) && !confirmed(doc, graph, id)
  if (!repeats) return [...connection, ...inputs]
  const text =
    'This may be called more than once, and the tool can’t recognize a repeated call. Have someone confirm first.'
  const ask = { label: 'Have someone confirm first', patch: insertBefore(doc, id, confirmation(doc, id)) }
  return [...connection, ...inputs, { ...problem(30, 'tool_twice', 'W', inStep(id), text), repairs: [ask] }]
}

/** What the step calls of the tool, if it is there and clear. */
function operationOf(tool: KnownTool, named: string | undefined): KnownOperation | undefined {
  const { operations } = tool
  if (!operations) return named === undefined ? tool : undefined
  if (named !== undefined) return Object.hasOwn(operations, named) ? operations[named] : undefined
  const [only, ...others] = Object.values(operations)
  return others.length === 0 ? only : undefined
}

function connectionProblem({ connections }: KnownTool, named: string | undefined): string | undefined {
  if (!connections || (named !== undefined && connections.includes(named))) return undefined
  if (connections.length === 0) return 'This tool isn’t connected. Connect it, then choose the connection.'
  return named === undefined || named.trim() === ''
    ? 'Choose the connection for this step.'
    : 'This connection isn’t there, or isn’t yours to use. Choose another.'
}

/** Whether somebody does something right before every call. */
function confirmed(doc: FlowDoc, graph: Graph, id: string): boolean {
  const sources = graph.steps.filter((step) => targetLists(step).some(({ targets }) => targets.includes(id)))
  return doc.start_step !== id && sources.every(({ type }) => type === 'manual')
}

const confirmation = (doc: FlowDoc, next: string): Step => ({
  id: freshId(doc, 'confirm'),
  type: 'manual',
  name: `Confirm ${titleIn(doc, next)}`,
  next: [next],
  fields: [],
  assignee: { starter: true },
})

/** A return to a step from which this one is reached runs it again. */
function onLoop(graph: Graph, step: number | undefined): boolean {
  if (step === undefined) return false
  return graph.met.some((from) =>
    graph.returns[from]?.some((home) => home === step || hasMember(graph.reach[home], step)),
  )
}

/** The part of JSON Schema that a form of parameters is made of. */
function unfitting(schema: Json | undefined, given: Record<string, Json>): { key: string; text: string }[] {
  if (!isJsonObject(schema)) return []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  // The name on the screen, where the schema has one.
  const titleOf = (key: string) => {
    const property = properties[key]
    return isJsonObject(property) && typeof property.title === 'string' ? property.title : key
  }
  const missing = required.flatMap((key) =>
    typeof key === 'string' && (given[key] === undefined || given[key] === '')
      ? [{ key, text: `"${titleOf(key)}" is required.` }]
      : [],
  )
  const wrong = Object.entries(given).flatMap(([key, value]) => {
    const property = properties[key]
    if (property === undefined)
      return schema.additionalProperties === false ? [{ key, text: `The tool has no input "${key}".` }] : []
    if (!isJsonObject(property)) return []
    const { type, 'x-max-addresses': most } = property
    if (typeof type === 'string' && !fits(type, value)) return [{ key, text: `"${titleOf(key)}" must be a ${type}.` }]
    if (Array.isArray(property.enum) && !isTemplate(value) && !property.enum.includes(value))
      return [{ key, text: `"${titleOf(key)}" isn’t one of the choices.` }]
    if (typeof most === 'number' && addressesIn(value) > most)
      return [{ key, text: `"${titleOf(key)}" can list at most ${most} addresses.` }]
    return []
  })
  return [...missing, ...wrong]
}

/** As far as can be seen: what expressions will give is not known yet. */
const addressesIn = (value: Json): number =>
  typeof value === 'string'
    ? new Set(value.split(/[,;\s]+/).filter((one) => one.includes('@') && !one.includes('{{'))).size
    : 0

/** What an expression will give is not known yet. */
const isTemplate = (value: Json): boolean => typeof value === 'string' && value.includes('{{')

function fits(type: string, value: Json): boolean {
  if (isTemplate(value)) return true
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  return type === 'null' ? value === null : typeof value === type
}

function subworkflowProblems({ doc, known }: Analysis, { id, workflow_id, input = {} }: SubworkflowStep): Problem[] {
  const problem = (code: string, path: string, text: string): Problem => ({
    n: 32,
    code,
    level: 'E',
    step: id,
    path,
    text,
    repairs: [],
  })
  const path = inStep(id, 'workflow_id')
  if (workflow_id.trim() === '') return [problem('sub_missing', path, 'Choose the workflow this step starts.')]
  if (!known.workflows)
    return doc.id === workflow_id ? [problem('sub_cycle', path, 'A workflow can’t start itself.')] : []
  const child = Object.hasOwn(known.workflows, workflow_id) ? known.workflows[workflow_id] : undefined
  if (!child) return [problem('sub_missing', path, 'This workflow doesn’t exist. Choose another.')]
  if (doc.id !== undefined && callsItself(doc.id, workflow_id, known.workflows))
    return [problem('sub_cycle', path, 'That workflow would start this one again, without end.')]
  return (child.start_fields ?? []).flatMap((field) => {
    const name = variableOf(field)
    const asked = field.required && field.show_if === undefined && field.default === undefined
    if (!asked || input[name] !== undefined) return []
    return [problem('sub_missing', inStep(id, 'input', name), `That workflow needs "${field.label}" to start.`)]
  })
}

function callsItself(id: string, from: string, workflows: Record<string, KnownWorkflow>): boolean {
  const seen = new Set([from])
  for (const one of seen) {
    if (one === id) return true
    for (const next of (Object.hasOwn(workflows, one) ? workflows[one]?.calls : undefined) ?? []) seen.add(next)
  }
  return false
}
