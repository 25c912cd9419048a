import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ModelId } from './ids.ts'

export const MODEL_LIMITS = { models: 20, name: 200, address: 2000, key: 4000 } as const

/** A language model that the workspace connected, without its key, which nobody gets to see again. */
export const Model = z.object({
  id: ModelId,
  /** As its server calls it. */
  name: z.string(),
  address: z.string(),
  /** Of the address: where what it is asked goes. */
  host: z.string(),
  connected_by: z.string(),
  connected_at: z.string(),
  /** Whether Copilot asks it; at most one does. Without one the built-in rules draft. */
  drafts: z.boolean(),
  last_called_at: z.nullable(z.string()),
  /** How long its last answer took, in ms. */
  took: z.nullable(z.number()),
  /** What its last call failed with. */
  problem: z.nullable(z.string()),
})
export type Model = z.infer<typeof Model>

const params = z.object({ modelId: ModelId })
const one = z.object({ data: Model })
const all = z.object({ data: z.array(Model) })

/** A user or password in an address would be shown to everybody who sees the model. */
const address = z.url({ protocol: /^https?$/ }).check(
  z.maxLength(MODEL_LIMITS.address),
  z.refine((given) => !/^https?:\/\/[^/?#]*@|[?#]/i.test(given), 'Enter the address without a password or a query'),
)

export const listModels = endpoint({
  method: 'GET',
  path: '/v1/integrations/models/',
  summary: 'List the language models that the workspace connected, and which of them drafts',
  access: 'integrations.view',
  rate: 'read',
  response: all,
})

export const connectModel = endpoint({
  method: 'POST',
  path: '/v1/integrations/models/',
  summary: 'Connect a model behind an OpenAI-compatible address; its key is kept sealed and never shown again',
  access: 'integrations.secrets',
  rate: 'write',
  status: 201,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MODEL_LIMITS.name)),
    address,
    key: z.string().check(z.trim(), z.minLength(8), z.maxLength(MODEL_LIMITS.key), z.regex(/^[\x21-\x7e]+$/)),
  }),
  response: one,
})

export const chooseModel = endpoint({
  method: 'PUT',
  path: '/v1/integrations/models/drafting/',
  summary: 'Choose which model Copilot drafts with; null chooses the built-in rules',
  access: 'integrations.secrets',
  rate: 'write',
  body: z.strictObject({ model_id: z.nullable(ModelId) }),
  response: all,
})

export const testModel = endpoint({
  method: 'POST',
  path: '/v1/integrations/models/:modelId/test/',
  summary: 'Ask a model a short question, which holds nothing of the workspace, and keep how it went',
  access: 'integrations.secrets',
  rate: 'model',
  params,
  response: one,
})

export const disconnectModel = endpoint({
  method: 'DELETE',
  path: '/v1/integrations/models/:modelId/',
  summary: 'Disconnect a model and erase its key; if it drafted, the built-in rules take over',
  access: 'integrations.secrets',
  rate: 'write',
  params,
  response: z.object({ id: ModelId }),
})
