import { MAX_LIMIT } from '@throughline/contracts/paging'
import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { toolRows } from '../integrations/integrations.public.ts'
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

const builtin = BUILTIN_TOOLS.map(({ id, name, parameters }) => ({
  id,
  name,
  inputs: parameters.map((one) => one.name),
}))

/** What a model may be told of the workspace: names of teams, tools and what each takes, and nothing that anybody did. */
export async function workspaceNames(ctx: Context, viewer: Viewer) {
  const teams = await teamNames(ctx, viewer)
  const own = await readTenant(ctx, viewer, ({ db, tenantId }) => toolRows(db, tenantId))
  return { teams, tools: [...builtin, ...own.map(({ id, name }) => ({ id, name, inputs: [] }))] }
}
