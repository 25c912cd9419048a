import type { addTool } from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'
import type { Db } from '../../core/db/bound-kysely.ts'

/** What can be called of a tool that a workspace added: it has one operation. */
const OPERATION = 'call'

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('tools as t')
    .innerJoin('tool_operations as o', (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.tool_id', '=', 't.id').on('o.name', '=', OPERATION),
    )
    .select([
      't.id',
      't.name',
      't.short_description',
      't.description',
      't.categories',
      't.api_endpoint',
      't.tool_url',
      't.auth_required',
      't.is_paid',
      't.version',
      'o.input_schema',
      'o.output_schema',
      'o.repeat',
    ])
    .where('t.tenant_id', '=', tenantId)

export const toolRows = (db: Db, tenantId: string) => ofTenant(db, tenantId).orderBy('t.name_key').execute()
export type ToolRow = Awaited<ReturnType<typeof toolRows>>[number]

export const findTool = (db: Db, tenantId: string, id: string) =>
  ofTenant(db, tenantId).where('t.id', '=', id).executeTakeFirst()

export async function countTools(db: Db, tenantId: string): Promise<number> {
  const counted = await db
    .selectFrom('tools')
    .select((eb) => eb.fn.count<number>('id').as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return counted.n
}

type NewTool = Body<typeof addTool> & { id: string; created_by: string }

export async function insertTool(db: Db, tenantId: string, tool: NewTool): Promise<void> {
  const { input_schema, output_schema, honours_key, categories, ...row } = tool
  await db
    .insertInto('tools')
    .values({ tenant_id: tenantId, ...row, categories: [...categories] })
    .execute()
  await db
    .insertInto('tool_operations')
    .values({
      tenant_id: tenantId,
      tool_id: row.id,
      name: OPERATION,
      input_schema: JSON.stringify(input_schema),
      output_schema: JSON.stringify(output_schema),
      repeat: honours_key ? 'keyed' : 'once',
    })
    .execute()
}
