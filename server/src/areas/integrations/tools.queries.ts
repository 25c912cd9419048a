import type { addTool } from '@throughline/contracts/connections'
import type { Body } from '@throughline/contracts/endpoint'
import { Json } from '@throughline/contracts/json'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import { Credential, type FoundOperation, RequestShape } from './openapi/found-document.ts'

/** What can be called of a tool that a workspace added by hand: it has one operation. */
const OPERATION = { name: 'call', title: 'Call' }

const Schema = z.record(z.string(), Json)
const Operations = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    input_schema: Schema,
    output_schema: Schema,
    repeat: z.enum(['reads', 'keyed', 'once']),
    /** How its call is written, where a document says it. */
    request: z.nullable(RequestShape),
  }),
)
const Credentials = z.array(Credential)

const operationsOf = sql`(select coalesce(json_agg(json_build_object('name', o.name, 'title', o.title,
    'input_schema', o.input_schema, 'output_schema', o.output_schema, 'repeat', o.repeat, 'request', o.request)
    order by o.name), '[]')
  from tool_operations o where o.tenant_id = t.tenant_id and o.tool_id = t.id)`.as('operations')

const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('tools as t')
    .select(['t.id', 't.name', 't.short_description', 't.description', 't.categories', 't.api_endpoint'])
    .select(['t.tool_url', 't.auth_required', 't.is_paid', 't.version', 't.kind', 't.sign_in'])
    .select(operationsOf)
    .where('t.tenant_id', '=', tenantId)

type Selected = Awaited<ReturnType<ReturnType<typeof ofTenant>['execute']>>[number]

const withOperations = (row: Selected) => ({
  ...row,
  operations: z.parse(Operations, row.operations),
  sign_in: z.parse(Credentials, row.sign_in),
})
export type ToolRow = ReturnType<typeof withOperations>

export async function toolRows(db: Db, tenantId: string): Promise<ToolRow[]> {
  return (await ofTenant(db, tenantId).orderBy('t.name_key').execute()).map(withOperations)
}

export async function toolsNamed(db: Db, tenantId: string, ids: readonly string[]): Promise<ToolRow[]> {
  const rows = await ofTenant(db, tenantId).where('t.id', '=', sql<string>`any (${ids}::uuid[])`).execute()
  return rows.map(withOperations)
}

export async function findTool(db: Db, tenantId: string, id: string): Promise<ToolRow | undefined> {
  const [row] = await toolsNamed(db, tenantId, [id])
  return row
}

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
      ...OPERATION,
      input_schema: JSON.stringify(input_schema),
      output_schema: JSON.stringify(output_schema),
      repeat: honours_key ? 'keyed' : 'once',
    })
    .execute()
}

type NewOpenApiTool = Omit<NewTool, 'input_schema' | 'output_schema' | 'honours_key'> & {
  sign_in: readonly Credential[]
  operations: readonly FoundOperation[]
}

export async function insertOpenApiTool(db: Db, tenantId: string, tool: NewOpenApiTool): Promise<void> {
  const { operations, categories, sign_in, ...row } = tool
  const kept = { ...row, kind: 'openapi', sign_in: JSON.stringify(sign_in), categories: [...categories] }
  await db
    .insertInto('tools')
    .values({ tenant_id: tenantId, ...kept })
    .execute()
  await db
    .insertInto('tool_operations')
    .values(
      operations.map(({ name, title, input, output, repeat, request }) => ({
        tenant_id: tenantId,
        tool_id: row.id,
        name,
        title,
        repeat,
        input_schema: JSON.stringify(input),
        output_schema: JSON.stringify(output),
        request: JSON.stringify(request),
      })),
    )
    .execute()
}
