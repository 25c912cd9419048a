import { randomUUID } from 'node:crypto'
import { type addTool, CatalogueTool, CONNECTION_LIMITS, TOOL_CATEGORIES } from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { countTools, findTool, insertTool, type ToolRow, toolRows } from './tools.queries.ts'

const wireOf = ({ repeat, ...row }: ToolRow): CatalogueTool =>
  CatalogueTool.parse({
    ...row,
    category_details: TOOL_CATEGORIES.filter(({ id }) => row.categories.includes(id)),
    logo_icon: null,
    honours_key: repeat !== 'once',
  })

export const allTools = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async ({ db, tenantId }) => ({ data: (await toolRows(db, tenantId)).map(wireOf) }))

const unlessTaken = explainViolation({
  tools_name: () => conflict('name_taken', 'A tool with this name already exists'),
})

export const storeTool = (ctx: Context, viewer: Viewer, body: Body<typeof addTool>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if ((await countTools(db, tenantId)) >= CONNECTION_LIMITS.tools) {
      throw conflict('too_many', `A workspace can have up to ${CONNECTION_LIMITS.tools} tools of its own`)
    }
    const id = randomUUID()
    const tool = { ...body, categories: [...new Set(body.categories)], id, created_by: viewer.memberId }
    await insertTool(db, tenantId, tool).catch(unlessTaken)
    tx.emit({ type: 'tool.added', kind: 'tool', id })
    tx.audit({ act: 'tool.added', kind: 'tool', id, data: { name: body.name, api_endpoint: body.api_endpoint } })
    const made = await findTool(db, tenantId, id)
    if (!made) throw new Error('a tool was not kept')
    return { data: wireOf(made) }
  })
