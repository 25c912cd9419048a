import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { NamedTool } from '../../workflows/workflows.public.ts'
import { findTool, type ToolRow, toolRows, toolsNamed } from '../tools.queries.ts'
import type { Connector } from './connector.ts'
import { googleWorkspace } from './google-workspace.ts'
import { http } from './http.ts'
import { microsoft365 } from './microsoft-365.ts'
import { openai } from './openai.ts'
import { openApiConnector } from './openapi-tool.ts'
import { postgres } from './postgres.ts'
import { s3 } from './s3.ts'
import { slack } from './slack.ts'
import { smtp } from './smtp.ts'
import { teams } from './teams.ts'
import { connectorOfTool } from './workspace-tool.ts'

/** Connectors that every workspace has, in the order in which they are listed. */
export const CONNECTORS: readonly Connector[] = [
  http,
  googleWorkspace,
  microsoft365,
  smtp,
  slack,
  teams,
  openai,
  postgres,
  s3,
]

export const builtInConnector = (id: string): Connector | undefined => CONNECTORS.find((one) => one.id === id)

/** What a workspace added, as its rows say. */
export const connectorOfRow = (row: ToolRow): Connector =>
  row.kind === 'openapi' ? openApiConnector(row) : connectorOfTool(row)

/** Of the product or of the workspace. */
export async function findConnector(db: Db, tenantId: string, id: string): Promise<Connector | undefined> {
  const builtIn = builtInConnector(id)
  if (builtIn) return builtIn
  const tool = await findTool(db, tenantId, id)
  return tool && connectorOfRow(tool)
}

const toNamedTool = ({ id, name, operations }: Connector): NamedTool => ({
  id,
  name,
  operations: operations.map((one) => ({
    name: one.name,
    title: one.title,
    repeat: one.repeat,
    input_schema: one.input,
  })),
})

/** What steps need to know of tools that they name. */
export async function namedTools({ db, tenantId }: ReadTx, ids: readonly string[]): Promise<NamedTool[]> {
  const own = (await toolsNamed(db, tenantId, ids)).map(connectorOfRow)
  return [...CONNECTORS.filter(({ id }) => ids.includes(id)), ...own].map(toNamedTool)
}

/** Every tool that steps can name, those of the product first. */
export const allNamedTools = async ({ db, tenantId }: ReadTx): Promise<NamedTool[]> =>
  [...CONNECTORS, ...(await toolRows(db, tenantId)).map(connectorOfRow)].map(toNamedTool)
