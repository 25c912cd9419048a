import { expect, test } from 'vitest'
import { toldTools } from './workspace-names.ts'

const operation = (name: string, inputs: string[]) => ({
  name,
  title: `Do ${name}`,
  input_schema: { type: 'object', properties: Object.fromEntries(inputs.map((one) => [one, { type: 'string' }])) },
})
const tool = (id: string, operations = [operation('call', ['a'])]) => ({ id, name: `Tool ${id}`, operations })

test('a tool is told with what each of its operations takes, and with its only connection', () => {
  const connections = [
    { id: 'c1', tool_id: 'two' },
    { id: 'c2', tool_id: 'three' },
    { id: 'c3', tool_id: 'three' },
  ]
  const operations = [{ name: 'call', title: 'Do call', inputs: ['a'] }]
  expect(toldTools([tool('one'), tool('two'), tool('three')], connections)).toEqual([
    { id: 'two', name: 'Tool two', operations, connection: 'c1' },
    { id: 'three', name: 'Tool three', operations },
    { id: 'one', name: 'Tool one', operations },
  ])
})

test('thousands of operations do not make a question that is never sent', () => {
  const many = Array.from({ length: 100 }, (_, n) =>
    operation(
      `operation_${n}`,
      Array.from({ length: 90 }, (__, i) => `input_${i}`),
    ),
  )
  const tools = Array.from({ length: 200 }, (_, n) => tool(String(n), many))
  const told = toldTools(tools, [{ id: 'c', tool_id: '150' }])
  expect(told).toHaveLength(200)
  expect(JSON.stringify(told).length).toBeLessThan(60_000)
  expect(told[0]).toMatchObject({ id: '150', connection: 'c' })
  expect(told[0]?.operations?.length).toBeGreaterThan(20)
  expect(told[0]?.operations?.[0]?.inputs).toHaveLength(30)
})
