import type { ToolOperation } from '@throughline/contracts/connections'
import type { Tool, ToolParameter } from '@throughline/contracts/tools'
import type { ListedTool } from '../../../integrations/integrations.api.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = (schema: Fields): [string, Fields][] =>
  Object.entries(isFields(schema['properties']) ? schema['properties'] : {}).flatMap(([name, given]) =>
    isFields(given) ? [[name, given]] : [],
  )

function parameterOf(name: string, given: Fields, required: boolean): ToolParameter {
  const label = typeof given['title'] === 'string' && given['title'] !== '' ? given['title'] : name
  const choices = Array.isArray(given['enum']) ? given['enum'].filter((one) => typeof one === 'string') : []
  if (choices.length > 0) return { name, label, required, kind: 'choice', options: choices }
  return { name, label, required, kind: given['type'] === 'string' ? 'text' : 'json' }
}

const RESULTS = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' } as const
const isPlain = (type: unknown): type is keyof typeof RESULTS =>
  typeof type === 'string' && Object.hasOwn(RESULTS, type)

/** The operation that a step names; one that names none means the only one there is. */
export const operationNamed = (operations: readonly ToolOperation[], name: string | undefined) =>
  name === undefined && operations.length === 1 ? operations[0] : operations.find((one) => one.name === name)

/** A tool that is connected, as the step shows it: what the schemas of its operation say that it takes and answers. */
export function toolOfWorkspace(listed: ListedTool, named?: string): Tool {
  const { id, name, short_description } = listed
  const operation = operationNamed(listed.operations, named)
  const { input_schema = {}, output_schema = {}, repeat = 'once' } = operation ?? {}
  const required = Array.isArray(input_schema['required']) ? input_schema['required'] : []
  const results = propertiesOf(output_schema).map(
    ([key, { type }]) => [key, isPlain(type) ? RESULTS[type] : 'json'] as const,
  )
  return {
    id,
    name,
    description: short_description,
    parameters: propertiesOf(input_schema).map(([key, given]) => parameterOf(key, given, required.includes(key))),
    output: Object.fromEntries(results),
    honours_key: repeat !== 'once',
  }
}
