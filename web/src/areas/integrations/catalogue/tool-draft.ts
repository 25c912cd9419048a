import { CONNECTION_LIMITS, NewTool } from '@throughline/contracts/connections'
import { isOne } from '../../../shared/address-params.ts'
import type { ToolInput } from '../integrations.api.ts'
import { spec, texts } from './catalogue.texts.ts'
import { CATEGORY_IDS, type CategoryId } from './catalogue-search.ts'
import { type JsonObject, objectText, parseObject } from './json-object.ts'

const { wrong } = texts.adding
const { name, short_description, description } = CONNECTION_LIMITS

/** What is said of a field that cannot be saved, in the order of the form. */
const PROBLEMS = {
  name: wrong.text(name),
  version: wrong.text(40),
  short_description: wrong.text(short_description),
  description: wrong.text(description),
  api_endpoint: wrong.address,
  tool_url: wrong.address,
  input_schema: wrong.schema,
  output_schema: wrong.schema,
}
type FormField = keyof typeof PROBLEMS
const FORM_FIELDS = Object.keys(PROBLEMS).filter((key): key is FormField => key in PROBLEMS)

/** What is typed: schemas as their text, and the whole tool as JSON. */
export type ToolFields = Record<FormField | 'json', string>
export type ToolSettings = {
  categories: readonly CategoryId[]
  auth_required: boolean
  is_paid: boolean
  honours_key: boolean
}

export const EMPTY_FIELDS: ToolFields = {
  name: '',
  version: '1.0.0',
  short_description: '',
  description: '',
  api_endpoint: '',
  tool_url: '',
  input_schema: '',
  output_schema: '',
  json: '',
}
export const EMPTY_SETTINGS: ToolSettings = { categories: [], auth_required: false, is_paid: false, honours_key: false }

/** The tool as the form says it; undefined where a schema is no JSON. */
export function toolOfForm(fields: ToolFields, settings: ToolSettings): JsonObject | undefined {
  const input_schema = parseObject(fields.input_schema)
  const output_schema = parseObject(fields.output_schema)
  if (!input_schema || !output_schema) return undefined
  const typed = Object.fromEntries(FORM_FIELDS.map((field) => [field, fields[field]]))
  return { ...typed, ...settings, categories: [...settings.categories], input_schema, output_schema }
}

/** How a tool that was written as JSON stands in the form; what the form does not have is left out. */
export function formOfTool(tool: JsonObject): { fields: [FormField, string][]; settings: ToolSettings } {
  const textOf = (field: FormField): string => {
    const value = tool[field]
    if (typeof value === 'string') return value
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return objectText(value)
    return EMPTY_FIELDS[field]
  }
  const categories: unknown = tool['categories']
  return {
    fields: FORM_FIELDS.map((field) => [field, textOf(field)]),
    settings: {
      categories: CATEGORY_IDS.filter((id) => Array.isArray(categories) && categories.includes(id)),
      auth_required: tool['auth_required'] === true,
      is_paid: tool['is_paid'] === true,
      honours_key: tool['honours_key'] === true,
    },
  }
}

/** As it can be sent, or the names of what keeps it from that. */
export function checkedTool(tool: JsonObject): { tool: ToolInput } | { wrong: string[] } {
  const read = NewTool.safeParse(tool)
  if (read.success) return { tool: read.data }
  const names = read.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : String(issue.path[0] ?? ''),
  )
  return { wrong: [...new Set(names)] }
}

/** Schemas that are no JSON are said while they are typed. */
export const schemaErrors = (fields: ToolFields): Partial<ToolFields> => ({
  ...(!parseObject(fields.input_schema) && { input_schema: spec.invalidJson }),
  ...(!parseObject(fields.output_schema) && { output_schema: spec.invalidJson }),
})

/** What keeps the form from being sent, by field. */
export function formErrors(fields: ToolFields, settings: ToolSettings): Partial<ToolFields> {
  const tool = toolOfForm(fields, settings)
  if (!tool) return schemaErrors(fields)
  const checked = checkedTool(tool)
  if ('tool' in checked) return {}
  return Object.fromEntries(
    checked.wrong.filter((field) => isOne(FORM_FIELDS, field)).map((field) => [field, PROBLEMS[field]]),
  )
}

/** What keeps the JSON from being sent. */
export function jsonErrors({ json }: ToolFields): Partial<ToolFields> {
  const tool = parseObject(json)
  if (!tool) return { json: spec.invalidJson }
  const checked = checkedTool(tool)
  return 'tool' in checked ? {} : { json: texts.adding.wrongFields(checked.wrong.join(', ')) }
}
