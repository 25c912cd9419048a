import { MAX_LIMIT } from '@throughline/contracts/paging'
import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { allNamedTools, connectionsFor } from '../integrations/integrations.public.ts'
import { teamsPage } from '../org/org.public.ts'

const MAX_COLLEAGUES = 500

/** Whom a text may name by name or username. */
export const colleagues = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, ({ db, tenantId }) =>
    db
      .selectFrom('members')
      .select(['id', 'name', 'username'])
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'active')
      .orderBy('name_key')
      .limit(MAX_COLLEAGUES)
      .execute(),
  )

async function teamNames(ctx: Context, viewer: Viewer) {
  const { data } = await teamsPage(ctx, viewer, { limit: MAX_LIMIT })
  return data.map(({ id, name }) => ({ id, name }))
}

/** What a model is told of operations, in characters of JSON: a workspace may have thousands of them. */
const MAX_TOLD = 40_000
const MAX_INPUTS = 30

interface ToldTool {
  id: string
  name: string
  /** Of one that a step calls without naming an operation. */
  inputs?: string[]
  operations?: { name: string; title: string; inputs: string[] }[]
  /** By which it is called, where there is one alone. */
  connection?: string
}

const builtin = BUILTIN_TOOLS.map(
  ({ id, name, parameters }): ToldTool => ({ id, name, inputs: parameters.map((one) => one.name) }),
)

const inputsOf = ({ properties }: Record<string, Json>): string[] =>
  isJsonObject(properties) ? Object.keys(properties).slice(0, MAX_INPUTS) : []

interface OwnTool {
  id: string
  name: string
  operations: readonly { name: string; title: string; input_schema: Record<string, Json> }[]
}

/** With their operations as far as there is room, connected ones first: of the others the name has to do. */
export function toldTools(
  tools: readonly OwnTool[],
  connections: readonly { id: string; tool_id: string }[],
): ToldTool[] {
  let room = MAX_TOLD
  const isTold = (operation: object) => {
    room -= JSON.stringify(operation).length
    return room >= 0
  }
  const isConnected = ({ id }: OwnTool) => connections.some(({ tool_id }) => tool_id === id)
  return [...tools.filter(isConnected), ...tools.filter((tool) => !isConnected(tool))].map(
    ({ id, name, operations }) => {
      const [only, second] = connections.filter(({ tool_id }) => tool_id === id)
      const told = operations
        .map((one) => ({ name: one.name, title: one.title, inputs: inputsOf(one.input_schema) }))
        .filter(isTold)
      return { id, name, operations: told, ...(only && !second && { connection: only.id }) }
    },
  )
}

/** What a model may be told of the workspace: names of teams, tools and what each takes, and nothing that anybody did. */
export async function workspaceNames(ctx: Context, viewer: Viewer) {
  const teams = await teamNames(ctx, viewer)
  const own = await readTenant(ctx, viewer, async (tx) =>
    toldTools(await allNamedTools(tx), await connectionsFor(tx.db, tx.tenantId, viewer.memberId)),
  )
  return { teams, tools: [...builtin, ...own] }
}
