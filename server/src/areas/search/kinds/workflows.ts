import { WorkflowStatus } from '@throughline/contracts/workflows'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { allowed, within } from '../filters.ts'
import { among, type HitRow, type Kind, type Look, section } from './kind.ts'

const rowsOf = ({ db, tenantId }: ReadTx, ids: readonly string[]) =>
  db
    .selectFrom('workflows as w')
    .leftJoin('workflow_numbers as n', (join) =>
      join.onRef('n.tenant_id', '=', 'w.tenant_id').onRef('n.workflow_id', '=', 'w.id'),
    )
    .select(['w.id', 'w.name', 'w.prefix', 'w.description', 'w.category', 'w.status', 'w.updated_at'])
    .select('n.last_instance_number')
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', among(ids))
    .where('w.deleted_at', 'is', null)
    .execute()

const read = async (tx: ReadTx, ids: readonly string[]) =>
  (await rowsOf(tx, ids)).map(({ id, name, prefix, description, category, updated_at }) => ({
    id,
    title: name,
    code: prefix,
    sections: [...section('description', description), ...section('detail', category)],
    workflowId: id,
    changedAt: updated_at,
  }))

function conditions({ viewer, visible, filters }: Look) {
  const filtered = allowed(filters, {
    is: { mine: sql`w.created_by = ${viewer.memberId}::uuid` },
    from: (ids) => sql`w.created_by = any (${ids}::uuid[])`,
    in: (ids) => sql`w.id = any (${ids}::uuid[])`,
    updated: (range) => within('w.updated_at', range),
  })
  return filtered && [sql<boolean>`w.deleted_at is null`, visible.ofWorkflow('w.id'), ...filtered]
}

const hits = async (tx: ReadTx, _viewer: Viewer, ids: readonly string[]): Promise<HitRow<'workflows'>[]> =>
  (await rowsOf(tx, ids)).map(({ id, name, prefix, description, status, updated_at, last_instance_number }) => ({
    id,
    name,
    prefix,
    description,
    status: z.parse(WorkflowStatus, status),
    instance_count: last_instance_number ?? 0,
    updated_at: updated_at.toISOString(),
  }))

export const workflowKind: Kind = {
  name: 'workflow',
  letter: 'w',
  group: 'workflows',
  types: ['workflow'],
  permission: 'workflows.view',
  table: 'workflows',
  alias: 'w',
  changed: 'updated_at',
  byWorkflow: true,
  read,
  conditions,
  hits,
}
