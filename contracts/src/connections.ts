import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ConnectionId, SignInId, ToolId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'

export const CONNECTION_LIMITS = {
  /** Of a workspace. */
  tools: 200,
  connections: 500,
  name: 80,
  short_description: 200,
  description: 4000,
  address: 2000,
  /** Of a schema as JSON. */
  schema: 16_384,
  /** Of what connects a tool, as JSON. */
  configuration: 32_768,
  /** Of a connection, the most that it can be allowed. */
  calls_at_once: 100,
  calls_per_minute: 6000,
} as const

/** What tools are sorted by; the specification names them. */
export const TOOL_CATEGORIES = [
  { id: 'customer-support', name: 'Customer Support' },
  { id: 'sales', name: 'Sales' },
  { id: 'marketing', name: 'Marketing' },
  { id: 'development', name: 'Development' },
  { id: 'finance', name: 'Finance' },
  { id: 'human-resources', name: 'Human Resources' },
  { id: 'productivity', name: 'Productivity' },
] as const

export const ToolCategory = z.object({ id: z.string(), name: z.string() })
export type ToolCategory = z.infer<typeof ToolCategory>

const categoryId = z.enum(TOOL_CATEGORIES.map(({ id }) => id))
const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(CONNECTION_LIMITS.address))
/** A user or password in an address would be shown to everybody who sees the tool. */
const plainAddress = address.check(z.refine((given) => !/^https?:\/\/[^/?#]*@/i.test(given)))
const schema = z
  .record(z.string(), Json)
  .check(z.refine((given) => JSON.stringify(given).length <= CONNECTION_LIMITS.schema))

/** Something that can be called of a tool. */
export const ToolOperation = z.object({
  /** Its name in steps. */
  name: z.string(),
  title: z.string(),
  input_schema: z.record(z.string(), Json),
  output_schema: z.record(z.string(), Json),
  /** What a second call under the same key does: nothing; nothing more than the first; or all of it again. */
  repeat: z.enum(['reads', 'keyed', 'once']),
})
export type ToolOperation = z.infer<typeof ToolOperation>

/** How people sign in to a tool at its provider. */
export const ToolSignIn = z.object({
  /** As people know it: “Continue to Google”. */
  provider: z.string(),
  /** What the person who runs the server has to do first; null where it is done. */
  missing: z.nullable(z.string()),
  /** What can be asked for, with the operations that need it. */
  scopes: z.array(z.object({ scope: z.string(), text: z.string(), operations: z.array(z.string()) })),
})
export type ToolSignIn = z.infer<typeof ToolSignIn>

/** A tool of the catalogue, connected or not. */
export const CatalogueTool = z.object({
  id: ToolId,
  name: z.string(),
  short_description: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  category_details: z.array(ToolCategory),
  api_endpoint: z.string(),
  tool_url: z.string(),
  auth_required: z.boolean(),
  is_paid: z.boolean(),
  version: z.string(),
  input_schema: z.record(z.string(), Json),
  output_schema: z.record(z.string(), Json),
  logo_icon: z.nullable(z.string()),
  /** The receiver recognises a repeated call by its key, so a retry can do nothing twice. */
  honours_key: z.boolean(),
  operations: z.array(ToolOperation),
  /** What connecting asks for, as JSON schema; `"format": "password"` marks what is secret. Empty: anything. */
  connection_schema: z.record(z.string(), Json),
  /** Of one that people sign in to. */
  sign_in: z.nullable(ToolSignIn),
  /** One of the product, which everybody has and nobody added. */
  built_in: z.boolean(),
  /** What connecting asks for can be tried before. */
  has_test: z.boolean(),
})
export type CatalogueTool = z.infer<typeof CatalogueTool>

/** What a workspace says of a tool that it adds. */
export const NewTool = z.strictObject({
  name: text(CONNECTION_LIMITS.name),
  short_description: text(CONNECTION_LIMITS.short_description),
  description: text(CONNECTION_LIMITS.description),
  categories: z._default(z.array(categoryId).check(z.maxLength(TOOL_CATEGORIES.length)), []),
  api_endpoint: plainAddress,
  auth_required: z._default(z.boolean(), false),
  input_schema: z._default(schema, {}),
  output_schema: z._default(schema, {}),
  tool_url: plainAddress,
  is_paid: z._default(z.boolean(), false),
  version: z._default(text(40), '1.0.0'),
  honours_key: z._default(z.boolean(), false),
})

/** Who may name a connection in a step: its owner alone, or everybody in the workspace. */
export const UsableBy = z.enum(['owner', 'everyone'])
export type UsableBy = z.infer<typeof UsableBy>

/** Somebody's connection of a tool, without what it was connected with, which nobody gets to see again. */
export const Connection = z.object({
  id: ConnectionId,
  tool_id: ToolId,
  tool_name: z.string(),
  user_username: z.string(),
  name: z.string(),
  usable_by: UsableBy,
  connected_at: z.string(),
  /** Its receiver recognises a repeated call whatever is called. */
  honours_key: z.boolean(),
  /** Whether the viewer made it, and so may end it. */
  is_own: z.boolean(),
  /**
   * `unused` before the first call or test, `quiet` after a week without one. `needs_attention` while its sign-in is
   * refused, `off` while calls pause after failures in a row. `slow` where half of its last calls took four times as long
   * as usual, `rejected` where the last calls were all rejected.
   */
  health: z.enum(['unused', 'quiet', 'working', 'slow', 'rejected', 'needs_attention', 'off']),
  /** The last call or test. */
  active_at: z.nullable(z.string()),
  last_called_at: z.nullable(z.string()),
  /** Who signed in, of a tool that people sign in to. */
  account: z.nullable(z.string()),
  /** Operations that what was granted doesn’t cover, with the reason. */
  off: z.array(z.object({ operation: z.string(), reason: z.string() })),
  /** What the last call failed with. */
  problem: z.nullable(z.string()),
  /** Workflows whose steps call by it, in their draft or their current version, as far as the viewer may see them. */
  used_in: z.array(z.object({ id: WorkflowId, name: z.string() })),
  /** How many more do, whether the viewer may see them or not. */
  used_in_more: z.number(),
})
export type Connection = z.infer<typeof Connection>

export const listToolCategories = endpoint({
  method: 'GET',
  path: '/v1/tools/categories/',
  summary: 'List the categories of tools',
  access: 'integrations.view',
  rate: 'read',
  response: z.object({ data: z.array(ToolCategory) }),
})

export const listTools = endpoint({
  method: 'GET',
  path: '/v1/tools/',
  summary: 'List the tools that can be connected: those of the product, then those that the workspace added',
  access: 'integrations.view',
  rate: 'read',
  response: z.object({ data: z.array(CatalogueTool) }),
})

export const addTool = endpoint({
  method: 'POST',
  path: '/v1/tools/',
  summary: 'Add a tool: steps send their input to its address as JSON, checked against its schemas',
  access: 'integrations.manage',
  rate: 'write',
  status: 201,
  body: NewTool,
  response: z.object({ data: CatalogueTool }),
})

export const listConnections = endpoint({
  method: 'GET',
  path: '/v1/tools/integrations/',
  summary: 'List one’s own connections, and those that everybody may use',
  access: 'integrations.view',
  rate: 'read',
  response: z.object({ data: z.array(Connection) }),
})

export const connectTool = endpoint({
  method: 'POST',
  path: '/v1/tools/:toolId/integrations/',
  summary:
    'Connect a tool with a JSON configuration that fits its schema, or a `metadata` text; both are kept sealed and never shown again',
  access: 'integrations.connect',
  rate: 'write',
  status: 201,
  params: z.object({ toolId: ToolId }),
  query: z.object({
    /** Of the connection; the tool's own unless given. */
    name: z.optional(text(CONNECTION_LIMITS.name)),
    usable_by: z._default(UsableBy, 'owner'),
    /** Of a tool that people sign in to: the sign-in to connect with. */
    sign_in: z.optional(SignInId),
  }),
  free_body: true,
  body: z
    .record(z.string(), Json)
    .check(z.refine((given) => JSON.stringify(given).length <= CONNECTION_LIMITS.configuration)),
  response: z.object({ data: Connection }),
})

export const disconnectTool = endpoint({
  method: 'DELETE',
  path: '/v1/tools/:connectionOrToolId/integrations/',
  summary:
    'End one’s own connection; with a tool’s id the only one there is, and 409 names them where there are several',
  access: 'integrations.connect',
  rate: 'write',
  params: z.object({ connectionOrToolId: z.uuid().check(z.toLowerCase()) }),
  response: z.object({ id: ConnectionId }),
})
