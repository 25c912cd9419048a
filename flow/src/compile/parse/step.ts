import type { ApprovalStep, Step, SubworkflowStep, ToolStep } from '../../document.ts'
import { assignee, counted, due, each, escalation, field, retry, route, targets } from './parts.ts'
import {
  type At,
  amount,
  below,
  flag,
  idText,
  inOrder,
  json,
  keysOf,
  listOf,
  mapOf,
  oneOf,
  type Reader,
  text,
} from './reader.ts'
import { upgradeStep } from './upgrade-step.ts'

const stepKeys = {
  id: idText,
  type: text,
  name: text,
  description: text,
  instructions: text,
  next: targets,
  back: targets,
  priority: oneOf('low', 'medium', 'high', 'urgent'),
  due,
  escalation: listOf(escalation),
  each,
  end_outcome: text,
}
const keyOrder = [...Object.keys(stepKeys), 'branches', 'else', 'fields', 'assignee', 'reviewer']

type Common = Pick<Step, 'id' | 'name' | 'next'>
type Kind = Step['type']

const kind: Reader<Kind> = (value, at) => {
  if (value === 'automated' || value === 'integration') return 'tool'
  return oneOf('manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow')(value, at)
}

/** `following` is where a step of a list leads that does not say where. */
export function readStep(raw: Record<string, unknown>, key: string, following: string[], at: At): Step {
  const type = raw.type === undefined ? 'manual' : (kind(raw.type, below(at, 'type')) ?? 'manual')
  const onward = raw.next === undefined && following.length > 0 ? { ...raw, next: following } : raw
  const value = upgradeStep(onward, type, below(at, 'config'))
  const common: Common = { id: key, name: '', next: [] }
  return inOrder(stepOf(type, value, common, at), keyOrder)
}

function stepOf(type: Kind, value: Record<string, unknown>, common: Common, at: At): Step {
  switch (type) {
    case 'manual': {
      const read = keysOf({ ...stepKeys, fields: listOf(field), assignee, reviewer: assignee })(value, at)
      return { fields: [], ...common, ...read, type }
    }
    case 'tool': {
      const read = keysOf({ ...stepKeys, ...toolKeys })(value, at)
      return { tool_id: null, ...common, ...read, type }
    }
    case 'approval': {
      const read = keysOf({ ...stepKeys, ...approvalKeys })(value, at)
      return { approvers: [], rule: 'first', order: 'at_once', ...common, ...read, type }
    }
    case 'condition': {
      const read = keysOf({ ...stepKeys, branches: listOf(branch), else: targets })(value, at)
      const step = { branches: [], ...common, ...read, type }
      // Readers that know lists only find all targets here.
      const all = [...step.branches.flatMap(({ next }) => next), ...(step.else ?? [])]
      return { ...step, next: [...new Set(all)] }
    }
    case 'wait': {
      const read = keysOf({ ...stepKeys, for: text, until: text })(value, at)
      return { ...common, ...read, type }
    }
    case 'subworkflow':
      break
  }
  const read = keysOf({ ...stepKeys, ...subworkflowKeys })(value, at)
  return { workflow_id: '', ...common, ...read, type }
}

const branch: Reader<{ name?: string; when: string; next: string[] }> = (value, at) => {
  const read = keysOf({ name: text, when: text, next: targets })(value, at)
  return read && { ...(read.name !== undefined && { name: read.name }), when: read.when ?? '', next: read.next ?? [] }
}

type Keys<S extends Step> = { [K in Exclude<keyof S, keyof typeof stepKeys>]-?: Reader<NonNullable<S[K]>> }

const toolKeys: Keys<ToolStep> = {
  tool_id: idText,
  tool_name: text,
  operation: text,
  connection: idText,
  input: (value, at) => keysOf({ prompt: text, parameters: mapOf(json) })(value, at),
  output: mapOf(oneOf('string', 'number', 'boolean', 'json')),
  retry,
  timeout: text,
  on_failure: route,
}

const approvalKeys: Keys<ApprovalStep> = {
  approvers: listOf(assignee),
  rule: counted('first', 'all'),
  order: oneOf('at_once', 'in_order'),
  allow_self: flag,
  on_reject: route,
  on_changes: route,
  output: (value, at) => keysOf({ decision: text, comment: text, decided_by: text })(value, at),
}

const subworkflowKeys: Keys<SubworkflowStep> = {
  workflow_id: idText,
  version: amount,
  input: mapOf(json),
  output: mapOf(text),
  on_failure: route,
  on_reject: route,
}
