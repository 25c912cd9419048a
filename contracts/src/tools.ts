/** A tool that a step can call. `parameters` is what its input takes; `output` what it gives back, by name. */
export interface Tool {
  id: string
  name: string
  description: string
  parameters: readonly ToolParameter[]
  output: Readonly<Record<string, 'string' | 'number' | 'boolean' | 'json'>>
  /** The receiver recognises a repeated call, so a retry can do nothing twice. */
  honours_key: boolean
}

export interface ToolParameter {
  name: string
  label: string
  required: boolean
  /** `long`: text of several lines. */
  kind: 'text' | 'long' | 'choice' | 'json'
  options?: readonly string[]
  /** Of a text that lists addresses: how many at most. */
  max_addresses?: number
}

/** A step writes to no more addresses outside of the organization, however many entries its list has. */
export const MAX_OUTSIDE_ADDRESSES = 50

/** Tools that every workspace has, without connecting anything. */
export const BUILTIN_TOOLS: readonly Tool[] = [
  {
    id: 'http.request',
    name: 'HTTP request',
    description: 'Calls an address on the internet and keeps what it answers.',
    parameters: [
      {
        name: 'method',
        label: 'Method',
        required: true,
        kind: 'choice',
        options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      },
      { name: 'url', label: 'Address', required: true, kind: 'text' },
      { name: 'headers', label: 'Headers', required: false, kind: 'json' },
      { name: 'body', label: 'Body', required: false, kind: 'long' },
    ],
    output: { status: 'number', body: 'json' },
    honours_key: true,
  },
  {
    id: 'email.send',
    name: 'Send email',
    description: 'Sends a message to one or more addresses.',
    parameters: [
      { name: 'to', label: 'To', required: true, kind: 'text', max_addresses: MAX_OUTSIDE_ADDRESSES },
      { name: 'subject', label: 'Subject', required: true, kind: 'text' },
      { name: 'text', label: 'Message', required: true, kind: 'long' },
    ],
    output: { message_id: 'string' },
    honours_key: true,
  },
]

/** Whether everybody has it; all others are tools of a workspace. */
export const isBuiltinTool = (toolId: string | null): boolean => BUILTIN_TOOLS.some(({ id }) => id === toolId)

const JSON_TYPES = { text: 'string', long: 'string', choice: 'string', json: undefined } as const

type ParameterSchema = { title: string; type?: string; 'x-max-addresses'?: number }

/** JSON Schema of what a tool's input takes; a parameter of JSON takes any. */
export function inputSchemaOf({ parameters }: Tool) {
  const properties = parameters.map(({ name, label, kind, max_addresses }): [string, ParameterSchema] => {
    const type = JSON_TYPES[kind]
    const limits = max_addresses !== undefined && { 'x-max-addresses': max_addresses }
    return [name, { title: label, ...(type && { type }), ...limits }]
  })
  return {
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}
