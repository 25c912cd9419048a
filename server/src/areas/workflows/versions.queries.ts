import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { print } from '@throughline/flow/compile'
import type { Db } from '../../core/db/bound-kysely.ts'

export interface NewVersion {
  number: number
  hash: string
  document: FlowDoc
  plan: object
  exprs: object
  note: string
  changes: readonly object[]
  authors: string[]
  published_by: string
}

export async function insertVersion(db: Db, tenantId: string, workflowId: string, version: NewVersion) {
  const { document, plan, exprs, changes, ...rest } = version
  await db
    .insertInto('workflow_versions')
    .values({
      tenant_id: tenantId,
      workflow_id: workflowId,
      ...rest,
      document: print(document),
      plan: JSON.stringify(plan),
      exprs: JSON.stringify(exprs),
      changes: JSON.stringify(changes),
      change_count: changes.length,
    })
    .execute()
}

const COLUMNS = ['number', 'hash', 'note', 'published_at', 'published_by', 'authors', 'change_count'] as const

export async function pageOfVersions(
  db: Db,
  tenantId: string,
  workflowId: string,
  before: number | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('workflow_versions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
  if (before !== undefined) query = query.where('number', '<', before)
  return query.orderBy('number', 'desc').limit(limit).execute()
}
export type VersionRow = Awaited<ReturnType<typeof pageOfVersions>>[number]

export const findVersion = (db: Db, tenantId: string, workflowId: string, number: number) =>
  db
    .selectFrom('workflow_versions')
    .select([...COLUMNS, 'document', 'changes'])
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .where('number', '=', number)
    .executeTakeFirst()
