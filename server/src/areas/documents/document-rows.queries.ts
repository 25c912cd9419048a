import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export interface DocumentRow {
  id: string
  name: string
  media_type: string
  family: string
  size: number
  status: string
  category: string
  document_type: string
  description: string
  step: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  uploaded_by: string | null
  version_count: number
  current_version: number
  version: number
  state: string
  sha256: Buffer | null
  workflow_id: string | null
  workflow_name: string | null
  instance_id: string | null
  instance_name: string | null
  task_id: string | null
  task_name: string | null
  task_order: number | null
  due_date: Date | null
  due_at: Date | null
  due_sort: Date | number | null
  assigned_to: string | null
  client_id: string | null
  client_name: string | null
  original_name: string | null
  has_thumbnail: boolean
  newest: number
  newest_state: string
  thumbnail: string
  pages: string
  text: string
  ocr: string
  preview: string
  text_cut: boolean
  page_count: number | null
  problem: string | null
  verdict: string | null
  decided_by: string | null
  decided_at: Date | null
  decision_comment: string | null
  decided_number: number | null
  decided_sha256: Buffer | null
}

/**
 * Whole rows of documents that were found to be seen. What stands elsewhere is read by its key alone: each lookup is limited,
 * since a plain join may be planned as one pass over all that the tenant has, by a connection whose plan is older than its
 * rows.
 */
export async function documentRows(db: Db, tenantId: string, ids: readonly string[]): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DocumentRow>`
    select d.id, d.name, d.media_type, d.family, d.size, d.status, d.category, d.document_type, d.description, d.step,
      d.created_at, d.updated_at, d.deleted_at, d.uploaded_by, d.version_count, d.current_version, d.version, d.state,
      d.sha256, d.workflow_id, w.name as workflow_name, d.instance_id,
      case when i.title <> '' then i.title else i.name end as instance_name, d.task_id, t.name as task_name,
      t.number as task_order, t.due_date, t.due_at, t.due_sort, t.assigned_to, d.client_id, c.name as client_name,
      f.name as original_name, coalesce(k.thumbnail_sha256 is not null, false) as has_thumbnail,
      v.number as newest, v.state as newest_state, v.thumbnail, v.pages, v.text, v.ocr, v.preview, v.text_cut,
      v.page_count, v.problem,
      e.verdict, e.member_id as decided_by, e.at as decided_at, e.comment as decision_comment,
      e.number as decided_number, e.sha256 as decided_sha256
    from documents d
    left join lateral (select w.name from workflows w
      where w.tenant_id = ${tenantId} and w.id = d.workflow_id limit 1) w on true
    left join lateral (select i.title, i.name from instances i
      where i.tenant_id = ${tenantId} and i.id = d.instance_id limit 1) i on true
    left join lateral (select t.name, t.number, t.due_date, t.due_at, t.due_sort, t.assigned_to from tasks t
      where t.tenant_id = ${tenantId} and t.id = d.task_id limit 1) t on true
    left join lateral (select c.name from clients c
      where c.tenant_id = ${tenantId} and c.id = d.client_id limit 1) c on true
    left join lateral (select f.name from document_versions f
      where f.tenant_id = ${tenantId} and f.document_id = d.id and f.number = 1 limit 1) f on true
    left join lateral (select k.thumbnail_sha256 from document_versions k
      where k.tenant_id = ${tenantId} and k.document_id = d.id and k.number = d.current_version limit 1) k on true
    cross join lateral (select v.number, v.state, v.thumbnail, v.pages, v.text, v.ocr, v.preview, v.text_cut, v.page_count, v.problem
      from document_versions v where v.tenant_id = ${tenantId} and v.document_id = d.id order by v.number desc limit 1) v
    left join lateral (select e.verdict, e.member_id, e.at, e.comment, e.number, e.sha256
      from document_decisions e where e.tenant_id = ${tenantId} and e.document_id = d.id order by e.id desc limit 1) e on true
    where d.tenant_id = ${tenantId} and d.id = any (${ids}::uuid[])`.execute(db)
  return rows
}
