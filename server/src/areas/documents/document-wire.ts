import {
  type Approval,
  type Document,
  DocumentCategory,
  type DocumentEntity,
  DocumentFamily,
  DocumentState,
  DocumentStatus,
  DocumentVerdict,
  type Processing,
  ProcessingStep,
} from '@throughline/contracts/documents'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { dueOnWire, type People, peopleOf, personOf } from '../instances/instances.public.ts'
import { type DocumentRow, documentRows } from './document-rows.queries.ts'
import { STEPS } from './processing/steps.ts'

export type DocumentWire = z.input<typeof Document>

const Steps = z.record(z.enum(STEPS), ProcessingStep)
const UNKNOWN_CLIENT = 'Unknown'

const downloadUrl = (id: string) => `/v1/documents/${id}/download/`

const stepsOf = ({ thumbnail, pages, text, ocr, preview }: DocumentRow) =>
  z.parse(Steps, { thumbnail, pages, text, ocr, preview })

function processingOf(row: DocumentRow): z.input<typeof Processing> {
  const state = z.parse(DocumentState, row.newest_state)
  return {
    version_number: row.newest,
    state,
    ...stepsOf(row),
    text_cut: row.text_cut,
    page_count: row.page_count,
    problem: row.problem,
    can_retry: state === 'clean' && STEPS.some((step) => row[step] === 'failed'),
  }
}

function approvalOf(row: DocumentRow, people: People): z.input<typeof Approval> | null {
  const { verdict: given, decided_sha256, decided_at, decided_number } = row
  if (!given || !decided_sha256 || !decided_at || decided_number === null) return null
  const verdict = z.parse(DocumentVerdict, given)
  const isCurrent = decided_number === row.current_version && row.sha256?.equals(decided_sha256)
  return {
    state: isCurrent ? (verdict === 'approve' ? 'approved' : 'rejected') : 'changed',
    verdict,
    by: personOf(people, row.decided_by),
    at: decided_at.toISOString(),
    comment: row.decision_comment ?? '',
    version_number: decided_number,
    sha256: decided_sha256.toString('hex'),
  }
}

const levelOf = (row: DocumentRow) => {
  if (row.task_id) return 'task'
  if (row.instance_id) return 'instance'
  return row.workflow_id ? 'workflow' : 'workspace'
}

/** What it belongs to, the nearest first. */
function entitiesOf(row: DocumentRow): z.input<typeof DocumentEntity>[] {
  const all = [
    { entityType: 'task', entityId: row.task_id, entityLabel: row.task_name },
    { entityType: 'instance', entityId: row.instance_id, entityLabel: row.instance_name },
    { entityType: 'workflow', entityId: row.workflow_id, entityLabel: row.workflow_name },
  ] as const
  return all.flatMap(({ entityType, entityId, entityLabel }) =>
    entityId && entityLabel !== null ? [{ entityType, entityId, entityLabel }] : [],
  )
}

/** The whole of what is said of where it belongs. */
function locationOnWire(row: DocumentRow, people: People) {
  const assignee = personOf(people, row.assigned_to)
  return {
    due_date: row.due_sort === null ? null : dueOnWire({ ...row, due_sort: row.due_sort }).due_date,
    assignee: assignee?.username ?? null,
    assignee_name: assignee?.name ?? null,
    assignee_avatar: assignee?.photo ?? null,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    instance_id: row.instance_id,
    instance_name: row.instance_name,
    task_id: row.task_id,
    task_name: row.task_name,
    task_order: row.task_order,
    step: row.step,
    attachment_level: levelOf(row),
    entity: row.instance_name ?? row.workflow_name ?? '',
  } as const
}

function documentOnWire(row: DocumentRow, people: People): DocumentWire {
  const category = z.parse(DocumentCategory, row.category)
  return {
    id: row.id,
    name: row.name,
    filename: row.name,
    original_filename: row.original_name ?? row.name,
    type: row.media_type,
    content_type: row.media_type,
    mime_type: row.media_type,
    family: z.parse(DocumentFamily, row.family),
    size: row.size,
    status: z.parse(DocumentStatus, row.status),
    ...locationOnWire(row, people),
    client: row.client_id && row.client_name !== null ? { id: row.client_id, name: row.client_name } : null,
    category,
    document_type: row.document_type,
    description: row.description,
    metadata: {
      client_id: row.client_name ?? UNKNOWN_CLIENT,
      entities: entitiesOf(row),
      task_id: row.task_id,
      workflow_instance_id: row.instance_id,
      instance_name: row.instance_name,
      category,
      description: row.description,
    },
    created_at: row.created_at.toISOString(),
    uploaded_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    uploaded_by: personOf(people, row.uploaded_by),
    version_count: row.version_count,
    current_version: row.current_version,
    sha256: row.sha256?.toString('hex') ?? null,
    thumbnail_url: row.has_thumbnail ? `/v1/documents/${row.id}/thumbnail/?v=${row.current_version}` : null,
    file_url: downloadUrl(row.id),
    downloadable: row.state === 'clean' && row.deleted_at === null,
    processing: processingOf(row),
    approval: approvalOf(row, people),
    version: row.version,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** In the order of the ids. */
export async function documentsOnWire(tx: ReadTx, ids: readonly string[]): Promise<DocumentWire[]> {
  const rows = new Map((await documentRows(tx.db, tx.tenantId, ids)).map((row) => [row.id, row]))
  const people = await peopleOf(
    tx,
    [...rows.values()].flatMap(({ uploaded_by, assigned_to, decided_by }) => [uploaded_by, assigned_to, decided_by]),
  )
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [documentOnWire(row, people)] : []
  })
}

export async function documentFor(tx: ReadTx, id: string): Promise<DocumentWire> {
  const [made] = await documentsOnWire(tx, [id])
  if (!made) throw notFound('The document')
  return made
}
