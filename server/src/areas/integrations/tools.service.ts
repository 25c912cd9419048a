import { randomUUID } from 'node:crypto'
import {
  type addTool,
  CatalogueTool,
  CONNECTION_LIMITS,
  TOOL_CATEGORIES,
  type ToolSignIn,
} from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict, invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { isCallableAddress, NOT_CALLABLE } from './callable-address.ts'
import { CONNECTORS, connectorOfRow } from './connectors/catalogue.ts'
import { type Connector, operationNamed } from './connectors/connector.ts'
import { countTools, findTool, insertTool, type ToolRow, toolRows } from './tools.queries.ts'

/** What the specification says of a tool, which has one operation and one address there. */
type Described = Pick<
  CatalogueTool,
  'api_endpoint' | 'auth_required' | 'version' | 'input_schema' | 'output_schema' | 'built_in' | 'sign_in'
>

function wireOf(connector: Connector, described: Described): CatalogueTool {
  const { id, name, short_description, description, tool_url, is_paid, categories, schema, operations } = connector
  return CatalogueTool.parse({
    id,
    name,
    short_description,
    description,
    tool_url,
    is_paid,
    categories,
    ...described,
    category_details: TOOL_CATEGORIES.filter((one) => categories.includes(one.id)),
    logo_icon: null,
    honours_key: operations.every(({ repeat }) => repeat !== 'once'),
    connection_schema: schema,
    has_test: connector.test !== undefined,
    operations: operations.map(({ input, output, ...operation }) => ({
      ...operation,
      input_schema: input,
      output_schema: output,
    })),
  })
}

/** What people read before they sign in. */
function signInOf({ signIn, operations }: Connector, config: Config): ToolSignIn | null {
  if (!signIn) return null
  const { provider, settings, scopes } = signIn
  const missing = `The person who runs this server has to register it with ${provider} first, and set ${settings.join(' and ')}.`
  return {
    provider,
    missing: signIn.registration(config) ? null : missing,
    scopes: scopes.map(({ scope, text }) => ({
      scope,
      text,
      operations: operations.filter((one) => one.scopes?.includes(scope)).map(({ title }) => title),
    })),
  }
}

const ofProduct =
  (config: Config) =>
  (connector: Connector): CatalogueTool => {
    const only = operationNamed(connector)
    return wireOf(connector, {
      api_endpoint: '',
      auth_required: true,
      version: '1.0.0',
      input_schema: only?.input ?? {},
      output_schema: only?.output ?? {},
      built_in: true,
      sign_in: signInOf(connector, config),
    })
  }

const ofWorkspace = (row: ToolRow): CatalogueTool => {
  // Of several, none speaks for all.
  const only = row.operations.length === 1 ? row.operations[0] : undefined
  const { api_endpoint, auth_required, version } = row
  const schemas = { input_schema: only?.input_schema ?? {}, output_schema: only?.output_schema ?? {} }
  const described = { api_endpoint, auth_required, version, ...schemas, built_in: false, sign_in: null }
  return wireOf(connectorOfRow(row), described)
}

export const allTools = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => ({
    data: [...CONNECTORS.map(ofProduct(ctx.config)), ...(await toolRows(db, tenantId)).map(ofWorkspace)],
  }))

const unlessTaken = explainViolation({
  tools_name: () => conflict('name_taken', 'A tool with this name already exists'),
})

/** Keeps a tool that the workspace adds; `insert` writes its rows. */
export async function keepTool(
  tx: TenantTx,
  { name, api_endpoint }: { name: string; api_endpoint: string },
  insert: (id: string) => Promise<void>,
) {
  const { db, tenantId } = tx
  if ((await countTools(db, tenantId)) >= CONNECTION_LIMITS.tools) {
    throw conflict('too_many', `A workspace can have up to ${CONNECTION_LIMITS.tools} tools of its own`)
  }
  const id = randomUUID()
  await insert(id).catch(unlessTaken)
  tx.emit({ type: 'tool.added', kind: 'tool', id })
  tx.audit({ act: 'tool.added', kind: 'tool', id, data: { name, api_endpoint } })
  const made = await findTool(db, tenantId, id)
  if (!made) throw new Error('a tool was not kept')
  return { data: ofWorkspace(made) }
}

export const storeTool = (ctx: Context, viewer: Viewer, body: Body<typeof addTool>) =>
  inTenant(ctx, viewer, (tx) => {
    if (!isCallableAddress(ctx.config, body.api_endpoint))
      throw invalid(NOT_CALLABLE, [{ path: 'api_endpoint', message: NOT_CALLABLE }])
    return keepTool(tx, body, (id) => {
      const tool = { ...body, categories: [...new Set(body.categories)], id, created_by: viewer.memberId }
      return insertTool(tx.db, tx.tenantId, tool)
    })
  })
