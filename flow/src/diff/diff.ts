import { expressionsFor } from '../compile/cel/expression.ts'
import { pathTo } from '../compile/problem.ts'
import { type TargetList, targetLists } from '../compile/references.ts'
import { usesOf } from '../compile/uses.ts'
import { declaredBy } from '../compile/variables.ts'
import type { FlowDoc, Step, ToolStep } from '../document.ts'
import { isJsonObject } from '../eval/json.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'
import { type ChangeClass, classOfDocumentKeys, classOfStepKeys } from './classes.ts'

export type { ChangeClass } from './classes.ts'

export type Change = {
  kind: 'added' | 'removed' | 'changed'
  what: 'step' | 'edge' | 'setting'
  class: ChangeClass
  step?: StepId
  path: string
  before?: Json
  after?: Json
}

/** What happens to a token standing on a step of the older version when its instance is moved. */
export type TokenAnswer = 'kept' | 'asked_anew' | 'gone' | 'type'

export type Diff = { changes: Change[]; tokens: Record<StepId, TokenAnswer> }

/** What leads from the older document to the newer, step by step. */
export function diff(a: FlowDoc, b: FlowDoc): Diff {
  const ids = [...new Set([...Object.keys(a.steps), ...Object.keys(b.steps)])]
  const at = (doc: FlowDoc, id: StepId) => (Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined)
  const { steps: _, ...older } = a
  const { steps: __, ...newer } = b
  const settings = compare(plain(older), plain(newer), []).map((change) =>
    setting(change, classOfDocumentKeys(change.keys)),
  )
  const steps = ids.flatMap((id): Change[] => {
    const [before, after] = [at(a, id), at(b, id)]
    if (before && after) return stepChanges(before, after)
    const path = pathTo('steps', id)
    if (after) return [{ kind: 'added', what: 'step', class: 'flow', step: id, path, after: plain(after) }]
    return before ? [{ kind: 'removed', what: 'step', class: 'flow', step: id, path, before: plain(before) }] : []
  })
  const answers = Object.keys(a.steps).map((id) => [id, tokenAnswer(at(a, id), at(b, id))])
  return { changes: [...settings, ...steps, ...edgeChanges(a, b)], tokens: Object.fromEntries(answers) }
}

/** JSON without keys that are undefined. */
function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value))
}

const targetKeys = new Set(['next', 'else', 'back'])

/** Where a step leads is told by its edges, not by its lists. */
function stepChanges(before: Step, after: Step): Change[] {
  return compare(plain(before), plain(after), [])
    .filter(
      ({ keys }) =>
        !keys.some(
          (key, n) => targetKeys.has(key) && (n === 0 || keys[0] === 'branches' || keys[0]?.startsWith('on_')),
        ),
    )
    .map((change) => ({ ...setting(change, classOfStepKeys(change.keys), ['steps', before.id]), step: before.id }))
}

type Found = { keys: string[]; before?: Json; after?: Json }

function setting({ keys, before, after }: Found, of: ChangeClass, under: string[] = []): Change {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return {
    kind,
    what: 'setting',
    class: of,
    path: pathTo(...under, ...keys),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
}

function compare(before: Json, after: Json, keys: string[]): Found[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one, n) => compare(one, after[n] ?? null, [...keys, String(n)]))
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ keys, before, after }]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Found[] => {
    const [old, fresh] = [before[key], after[key]]
    if (old !== undefined && fresh !== undefined) return compare(old, fresh, [...keys, key])
    return [
      { keys: [...keys, key], ...(old !== undefined && { before: old }), ...(fresh !== undefined && { after: fresh }) },
    ]
  })
}

type Edge = { step: StepId; outcome: string; target: StepId; path: string }

function edgesOf(doc: FlowDoc): Map<string, Edge> {
  const lists = Object.values(doc.steps).flatMap(targetLists)
  const edges = lists.flatMap(({ step, outcome, targets, path }: TargetList) =>
    outcome === undefined ? [] : targets.map((target): Edge => ({ step, outcome, target, path })),
  )
  return new Map(edges.map((edge) => [`${edge.step} ${edge.outcome} ${edge.target}`, edge]))
}

function edgeChanges(a: FlowDoc, b: FlowDoc): Change[] {
  const [before, after] = [edgesOf(a), edgesOf(b)]
  const changed = (kind: 'added' | 'removed', edges: Map<string, Edge>, other: Map<string, Edge>): Change[] =>
    [...edges].flatMap(([key, { step, target, path }]) =>
      other.has(key)
        ? []
        : [
            {
              kind,
              what: 'edge',
              class: 'flow',
              step,
              path,
              ...(kind === 'added' ? { after: target } : { before: target }),
            },
          ],
    )
  return [...changed('removed', before, after), ...changed('added', after, before)]
}

const calledBy = ({ tool_id, operation }: ToolStep) => JSON.stringify([tool_id, operation])

function tokenAnswer(before: Step | undefined, after: Step | undefined): TokenAnswer {
  if (!before || !after) return 'gone'
  if (before.type !== after.type || Boolean(before.each) !== Boolean(after.each)) return 'type'
  if (before.type === 'tool' && after.type === 'tool' && calledBy(before) !== calledBy(after)) return 'type'
  if (before.type !== 'approval' || after.type !== 'approval') return 'kept'
  const who = ({ approvers, rule, order, allow_self }: typeof before) =>
    JSON.stringify([approvers, rule, order, allow_self ?? false])
  return who(before) === who(after) ? 'kept' : 'asked_anew'
}

/** Variables that expressions of the newer version read and that have another type there: instances cannot be moved. */
export function retyped(a: FlowDoc, b: FlowDoc): string[] {
  const [before, after] = [declaredBy(a).types, declaredBy(b).types]
  const expressions = expressionsFor(after)
  const read = usesOf(b).flatMap(({ text, wanted, forEach }) => {
    const checked = expressions.check(text, wanted, forEach)
    return 'tree' in checked ? checked.reads.map(({ name }) => name) : []
  })
  return [...new Set(read)].filter((name) => before.has(name) && before.get(name) !== after.get(name))
}
