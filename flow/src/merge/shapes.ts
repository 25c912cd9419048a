/** How the values of a document are merged; what has no shape of its own is taken whole from one side. */
export type Shape =
  | { is: 'value' }
  | { is: 'map'; of: Shape }
  | ObjectShape
  /** Elements are the same when one of these keys is; without keys when they are equal. */
  | { is: 'list'; of: Shape; by: readonly string[] }
  /** Ids of steps that an outcome leads to. */
  | { is: 'targets' }
  /** A set of ids in an order of no meaning. */
  | { is: 'marks' }

export type ObjectShape = {
  is: 'object'
  keys: Readonly<Record<string, Shape>>
  /** Keys that tell which alternative of a union stands here. Two alternatives are never mixed. */
  tells: readonly string[]
  /** Keys that every alternative has. */
  shared: readonly string[]
}

export const value: Shape = { is: 'value' }
const targets: Shape = { is: 'targets' }
const map = (of: Shape): Shape => ({ is: 'map', of })
const list = (of: Shape, ...by: string[]): Shape => ({ is: 'list', of, by })
const object = (keys: Record<string, Shape> = {}, tells: string[] = [], shared: string[] = []): ObjectShape => ({
  is: 'object',
  keys,
  tells,
  shared,
})

const options = list(object(), 'value')
const field = object({ options, columns: list(object({ options }), 'name') })
const fields = list(field, 'name')
const due = object({}, ['in', 'date'])
const assignee = object({}, ['person', 'team', 'role', 'starter', 'expr'])
const route = object({ next: targets }, ['next', 'end'])

const step = object(
  {
    next: targets,
    else: targets,
    back: { is: 'marks' },
    due,
    escalation: list(object({ to: assignee }), 'act'),
    each: object(),
    fields,
    assignee,
    reviewer: assignee,
    approvers: list(assignee),
    branches: list(object({ next: targets }), 'name', 'when'),
    input: object({ parameters: map(value) }),
    output: map(value),
    retry: object(),
    on_failure: route,
    on_reject: route,
    on_changes: route,
  },
  ['type', 'for', 'until'],
  ['id', 'name', 'description', 'instructions', 'back', 'priority', 'due', 'escalation', 'each', 'end_outcome'],
)

export const document = object({
  metadata: map(value),
  steps: map(step),
  start_fields: fields,
  variables: map(object()),
  due,
})
