import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { instanceHead, instanceKey, instanceRows, peopleOf } from '../../instances/instances.public.ts'
import { allowed, dueWithin, type IsConditions, within } from '../filters.ts'
import { commentsOn } from './comments.ts'
import { answerSections, type HitRow, type Kind, type Look, section } from './kind.ts'

const OPEN = sql<boolean>`i.status in ('pending', 'in_progress', 'failed')`
const MAX_OWN = 500

async function read(tx: ReadTx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    name: string
    title: string
    description: string
    prefix: string
    number: number
    workflow_id: string
    client_id: string | null
    client: string | null
    updated_at: Date
    variables: unknown
  }>`select i.id, i.name, i.title, i.description, i.prefix, i.number, i.workflow_id, i.client_id, c.name as client,
      i.updated_at, s.variables
    from unnest(${ids}::uuid[]) o (id)
    cross join lateral (select * from instances i
      where i.tenant_id = ${tx.tenantId} and i.id = o.id and i.deleted_at is null limit 1) i
    left join clients c on c.tenant_id = ${tx.tenantId} and c.id = i.client_id
    left join instance_state s on s.tenant_id = ${tx.tenantId} and s.instance_id = i.id`.execute(tx.db)
  const comments = await commentsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.title || row.name,
    code: instanceKey(row),
    sections: [
      ...section('detail', row.client),
      ...section('detail', row.title === '' ? '' : row.name),
      ...section('description', row.description),
      ...answerSections(row.variables),
      ...comments(row.id),
    ],
    workflowId: row.workflow_id,
    changedAt: row.updated_at,
    ...(row.client_id && { also: [{ kind: 'client', id: row.client_id }] }),
  }))
}

const isConditions = ({ viewer }: Look): IsConditions => ({
  open: OPEN,
  done: sql`i.status = 'completed'`,
  overdue: sql`(${OPEN} and i.due_sort < now())`,
  mine: sql`i.started_by = ${viewer.memberId}::uuid`,
  failed: sql`i.status = 'failed'`,
  cancelled: sql`i.status = 'cancelled'`,
})

function conditions(look: Look) {
  const filtered = allowed(look.filters, {
    is: isConditions(look),
    from: (ids) => sql`i.started_by = any (${ids}::uuid[])`,
    in: (ids) => sql`i.workflow_id = any (${ids}::uuid[])`,
    client: (ids) => sql`i.client_id = any (${ids}::uuid[])`,
    updated: (range) => within('i.updated_at', range),
    due: (due) => dueWithin('i.due_sort', due, OPEN),
  })
  return filtered && [sql<boolean>`i.deleted_at is null`, look.visible.ofInstance('i'), ...filtered]
}

/** The newest that one started oneself. */
async function own({ tx, viewer }: Look): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from instances i where i.tenant_id = ${tx.tenantId}
    and i.started_by = ${viewer.memberId} and ${OPEN} and i.deleted_at is null
    order by i.id desc limit ${sql.lit(MAX_OWN)}`.execute(tx.db)
  return rows.map(({ id }) => id)
}

async function hits(tx: ReadTx, _viewer: Viewer, ids: readonly string[]): Promise<HitRow<'instances'>[]> {
  const rows = await instanceRows(tx.db, tx.tenantId, ids)
  const people = await peopleOf(
    tx,
    rows.map(({ started_by }) => started_by),
  )
  return rows.map((row) => {
    const head = instanceHead(row, people)
    return { ...head, name: head.title, client: row.customer }
  })
}

export const instanceKind: Kind = {
  name: 'instance',
  letter: 'i',
  group: 'instances',
  types: ['instance'],
  permission: 'work.view',
  table: 'instances',
  alias: 'i',
  changed: 'updated_at',
  byWorkflow: true,
  read,
  conditions,
  own,
  hits,
}
