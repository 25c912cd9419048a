import { connectTool, NewTool } from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'
import { ToolId } from '@throughline/contracts/ids'
import { storeConnection } from '../src/areas/integrations/connections.service.ts'
import { storeTool } from '../src/areas/integrations/tools.service.ts'
import type { Context } from '../src/core/context.ts'
import { tenantKey } from '../src/core/keys/tenant-key.ts'
import type { Cast } from './cast.ts'

const SLACK = ToolId.parse('c0000005-0000-4000-8000-000000000000')
const POSTGRES = ToolId.parse('c0000004-0000-4000-8000-000000000000')

const REGISTER = {
  name: 'Company register',
  short_description: 'Looks up a company by name or number',
  description: 'Looks up a company in the public register: its number, address, and directors.',
  categories: ['sales', 'finance'] as const,
  api_endpoint: 'https://register.example.com/v2/lookup',
  tool_url: 'https://register.example.com/',
  auth_required: true,
  is_paid: true,
  input_schema: { type: 'object', properties: { name: { type: 'string', title: 'Company' } }, required: ['name'] },
  output_schema: { type: 'object', properties: { number: { type: 'string', title: 'Register number' } } },
}

interface StoryConnection {
  by: string
  tool: ToolId
  name: string
  /** Of nobody: what is connected here answers nowhere. */
  configuration: Body<typeof connectTool>
}

/** Tools that the firm has connected, each for everybody. */
export async function seedIntegrations(ctx: Context, cast: Cast): Promise<void> {
  const jonas = await cast.viewer('jonas')
  await tenantKey(ctx, jonas.tenantId)
  const { data: register } = await storeTool(ctx, jonas, NewTool.parse(REGISTER))
  const token = (of: string) => ({ token: `xoxb-${of}-of-the-story` })
  const ledger = { host: 'ledger.example.com', database: 'ledger', username: 'reader', password: 'of the story' }
  const connections: StoryConnection[] = [
    { by: 'jonas', tool: register.id, name: 'Register', configuration: { metadata: 'a key of the story' } },
    { by: 'priya', tool: SLACK, name: 'Client services', configuration: token('clients') },
    { by: 'lena', tool: SLACK, name: 'Compliance', configuration: token('compliance') },
    { by: 'maya', tool: POSTGRES, name: 'Ledger', configuration: ledger },
  ]
  for (const { by, tool, name, configuration } of connections) {
    const query = connectTool.query.parse({ name, usable_by: 'everyone' })
    await storeConnection(ctx, await cast.viewer(by), tool, query, configuration)
  }
}
