/** What a change touches: `text` has no effect on runs. */
export type ChangeClass = 'text' | 'form' | 'people' | 'time' | 'tool' | 'flow'

const ofStepKey: Record<string, ChangeClass> = {
  name: 'text',
  description: 'text',
  instructions: 'text',
  priority: 'text',
  tool_name: 'text',
  fields: 'form',
  assignee: 'people',
  reviewer: 'people',
  approvers: 'people',
  allow_self: 'people',
  rule: 'people',
  order: 'people',
  due: 'time',
  escalation: 'time',
  for: 'time',
  until: 'time',
  timeout: 'time',
  retry: 'time',
  tool_id: 'tool',
  operation: 'tool',
  connection: 'tool',
  input: 'tool',
  output: 'tool',
  workflow_id: 'tool',
  version: 'tool',
}

const ofDocumentKey: Record<string, ChangeClass> = {
  id: 'text',
  name: 'text',
  prefix: 'text',
  description: 'text',
  metadata: 'text',
  start_fields: 'form',
  variables: 'form',
  due: 'time',
}

/** The class of what stands under these keys of a step. */
export function classOfStepKeys([first = '', , third]: string[]): ChangeClass {
  if (first === 'branches' && third === 'name') return 'text'
  return Object.hasOwn(ofStepKey, first) ? (ofStepKey[first] ?? 'flow') : 'flow'
}

export function classOfDocumentKeys([first = '']: string[]): ChangeClass {
  return Object.hasOwn(ofDocumentKey, first) ? (ofDocumentKey[first] ?? 'flow') : 'flow'
}
