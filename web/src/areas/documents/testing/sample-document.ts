import { DocumentDetail } from '@throughline/contracts/documents'
import { DocumentId } from '@throughline/contracts/ids'

const idOf = (n: number) => DocumentId.parse(`0198f3a0-0000-7000-8000-${String(n).padStart(12, '0')}`)
const AT = '2026-11-12T10:00:00Z'

export const sampleId = idOf

const maya = { id: idOf(3), name: 'Maya Okafor', photo: null, username: 'maya' }

const NO_METADATA = {
  client_id: 'Unknown',
  entities: [],
  task_id: null,
  workflow_instance_id: null,
  instance_name: null,
  category: 'other',
  description: '',
}

const PROCESSED = {
  version_number: 1,
  state: 'clean',
  thumbnail: 'done',
  text: 'done',
  pages: 'done',
  ocr: 'none',
  preview: 'done',
  text_cut: false,
  page_count: null,
  problem: null,
  can_retry: false,
}

/** A clean file with one version, but for what a test says. */
export function sampleDocument(n: number, name: string, contentType: string, more: object = {}): DocumentDetail {
  return DocumentDetail.parse({
    id: idOf(n),
    name,
    filename: name,
    original_filename: name,
    type: contentType,
    content_type: contentType,
    mime_type: contentType,
    family: 'document',
    size: 494_182,
    status: 'review',
    due_date: null,
    assignee: null,
    assignee_name: null,
    assignee_avatar: null,
    workflow_id: null,
    workflow_name: null,
    instance_id: null,
    instance_name: null,
    task_id: null,
    task_name: null,
    task_order: null,
    step: null,
    attachment_level: 'workspace',
    client: null,
    entity: '',
    category: 'other',
    document_type: 'other',
    description: '',
    metadata: NO_METADATA,
    created_at: AT,
    uploaded_at: AT,
    updated_at: AT,
    uploaded_by: maya,
    version_count: 1,
    current_version: 1,
    sha256: 'a'.repeat(64),
    thumbnail_url: null,
    file_url: `/v1/documents/${idOf(n)}/download/`,
    downloadable: true,
    processing: PROCESSED,
    approval: null,
    version: 1,
    deleted_at: null,
    related_files: [],
    decisions: [],
    versions: [
      {
        version_number: 1,
        name,
        size: 494_182,
        content_type: contentType,
        sha256: 'a'.repeat(64),
        state: 'clean',
        problem: null,
        created_at: AT,
        created_by: maya,
        is_current: true,
        restored_from: null,
      },
    ],
    can: { manage: true, decide: true, purge: true },
    ...more,
  })
}
