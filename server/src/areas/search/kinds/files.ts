import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { documentsOnWire } from '../../documents/documents.public.ts'
import { isTaskVisible } from '../../tasks/tasks.public.ts'
import { allowed, within } from '../filters.ts'
import { commentsOn } from './comments.ts'
import { type HitRow, type Kind, type Look, section } from './kind.ts'

async function read(tx: ReadTx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    name: string
    description: string
    category: string
    workflow_id: string | null
    client_id: string | null
    client: string | null
    current_version: number
    updated_at: Date
  }>`select d.id, d.name, d.description, d.category, d.workflow_id, d.client_id, c.name as client, d.current_version,
      d.updated_at
    from documents d
    left join clients c on c.tenant_id = ${tx.tenantId} and c.id = d.client_id
    where d.tenant_id = ${tx.tenantId} and d.id = any (${ids}::uuid[]) and d.deleted_at is null and not d.in_trash`.execute(
    tx.db,
  )
  const comments = await commentsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    sections: [
      ...section('detail', row.client),
      ...section('detail', row.category === 'other' ? '' : row.category),
      ...section('description', row.description),
      ...comments(row.id),
    ],
    workflowId: row.workflow_id,
    changedAt: row.updated_at,
    body: { number: row.current_version },
    ...(row.client_id && { also: [{ kind: 'client', id: row.client_id }] }),
  }))
}

/** People who take part in a task see its files. */
export const isFileVisible = ({ tx, viewer, visible }: Look) => sql<boolean>`(${visible.ofFile('d')} or exists (
  select from tasks t where t.tenant_id = ${tx.tenantId} and t.id = d.task_id
    and ${isTaskVisible(visible, tx.tenantId, viewer.memberId)} offset 0))`

function conditions(look: Look) {
  const filtered = allowed(look.filters, {
    is: { mine: sql`d.uploaded_by = ${look.viewer.memberId}::uuid` },
    from: (ids) => sql`d.uploaded_by = any (${ids}::uuid[])`,
    in: (ids) => sql`d.workflow_id = any (${ids}::uuid[])`,
    client: (ids) => sql`d.client_id = any (${ids}::uuid[])`,
    updated: (range) => within('d.updated_at', range),
    file: ({ family, category, media }) =>
      family
        ? sql`d.family = ${family}`
        : category
          ? sql`d.category = ${category}`
          : sql`d.media_type = ${media ?? ''}`,
  })
  return filtered && [sql<boolean>`d.deleted_at is null and not d.in_trash`, isFileVisible(look), ...filtered]
}

async function hits(tx: ReadTx, _viewer: Viewer, ids: readonly string[]): Promise<HitRow<'files'>[]> {
  const rows = await documentsOnWire(tx, ids)
  return rows.map((row) => ({ ...row, client: row.client?.name ?? null, state: row.processing.state }))
}

export const fileKind: Kind = {
  name: 'document',
  letter: 'd',
  group: 'files',
  types: ['file'],
  permission: 'documents.view',
  table: 'documents',
  alias: 'd',
  changed: 'updated_at',
  read,
  conditions,
  hits,
}
