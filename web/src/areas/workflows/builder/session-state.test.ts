import { ToolId } from '@throughline/contracts/ids'
import { WorkflowRefs } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { withRefs } from './session-state.ts'

const tools = [
  { id: ToolId.parse('0198f3a0-0000-7000-8000-000000000001'), name: 'Bank', operations: [], connections: [] },
]
const known = WorkflowRefs.parse({ people: [], teams: [], workflows: [], secrets: [], tools })

test('names that are learned leave those that are known, tools among them', () => {
  const more = withRefs(known, { secrets: ['bank'] })
  expect(more).toEqual({ ...known, secrets: ['bank'] })
  expect(withRefs(WorkflowRefs.parse({ ...known, tools: [] }), { tools }).tools).toEqual(tools)
})

test('what brings nothing new is the very same', () => {
  expect(withRefs(known, known)).toBe(known)
  expect(withRefs(known, {})).toBe(known)
})
