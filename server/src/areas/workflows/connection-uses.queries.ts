import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { isUuid } from './outline.ts'
import type { Visibility } from './visibility.service.ts'

/** Those connections of the tools by which the member may have them called. */
export const connectionsUsable = (db: Db, tenantId: string, toolIds: readonly string[], memberId: string) =>
  db
    .selectFrom('integrations')
    .select(['id', 'tool_id', 'name', 'honours_key'])
    .where('tenant_id', '=', tenantId)
    .where('tool_id', '=', sql<string>`any (${toolIds}::uuid[])`)
    .where('ending_at', 'is', null)
    .where((eb) => eb.or([eb('member_id', '=', memberId), eb('usable_by', '=', 'everyone')]))
    .orderBy('name_key')
    .orderBy('id')
    .execute()

interface Use {
  step: string
  connection: string
}

const usesIn = (doc: FlowDoc): Use[] =>
  Object.values(doc.steps)
    .flatMap((step): Use[] =>
      step.type === 'tool' && step.connection !== undefined && isUuid(step.connection)
        ? [{ step: step.id, connection: step.connection }]
        : [],
    )
    .sort((one, other) => (one.step < other.step ? -1 : 1))

/** Live workflows that the viewer may see, whose drafts call by the connection; in the order in which they are locked. */
export async function draftsCallingBy(db: Db, tenantId: string, connection: string, visible: Visibility, most: number) {
  const { rows } = await sql<{ id: string }>`
    select w.id from workflows w where w.tenant_id = ${tenantId} and w.deleted_at is null
      and ${visible.ofWorkflow('w.id')} and w.id in (select workflow_id from integration_uses
        where tenant_id = ${tenantId} and integration_id = ${connection} and place = 'draft')
    order by w.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps by which connections the steps of a workflow call, in its draft or its current version. */
export async function writeConnectionUses(
  db: Db,
  tenantId: string,
  workflowId: string,
  place: 'draft' | 'published',
  { before, after }: { before: FlowDoc | undefined; after: FlowDoc },
): Promise<void> {
  const uses = usesIn(after)
  if (JSON.stringify(before ? usesIn(before) : []) === JSON.stringify(uses)) return
  await db
    .deleteFrom('integration_uses')
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .where('place', '=', place)
    .execute()
  if (uses.length === 0) return
  await sql`insert into integration_uses (tenant_id, workflow_id, place, step, integration_id)
    select ${tenantId}, ${workflowId}, ${place}, u.step, u.integration_id
    from unnest(${uses.map(({ step }) => step)}::text[], ${uses.map(({ connection }) => connection)}::uuid[])
      u (step, integration_id)`.execute(db)
}
