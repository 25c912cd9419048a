import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { type Marks, readMarks } from './changes.ts'
import { EMPTY, readDocument } from './document.ts'
import { type RecentChange, readRecent } from './recent.ts'
import { type Visibility, type VisibilityScope, visibleTo } from './visibility.service.ts'
import { findWorkflow, lockWorkflow, type StoredWorkflow } from './workflows.queries.ts'

export const noSuchWorkflow = () => notFound('This workflow')

/** A workflow as somebody works on it. */
export interface Opened {
  id: string
  row: StoredWorkflow
  draft: FlowDoc
  /** Undefined until there is a version. */
  published: FlowDoc | undefined
  marks: Marks
  recent: RecentChange[]
  visible: Visibility
  /** Who works on it. */
  memberId: string
}

/** What a draft is compared with. */
export const baseOf = ({ published }: Pick<Opened, 'published'>): FlowDoc => published ?? EMPTY

export async function openWorkflow(
  tx: ReadTx,
  viewer: VisibilityScope,
  id: string,
  state: 'live' | 'trashed' = 'live',
): Promise<Opened> {
  const visible = await visibleTo(tx, viewer)
  const row = visible.canSee(id) ? await findWorkflow(tx.db, tx.tenantId, id, state) : undefined
  if (!row) throw noSuchWorkflow()
  return {
    id,
    row,
    draft: readDocument(row.document),
    published: row.published === null ? undefined : readDocument(row.published),
    marks: readMarks(row.authors),
    recent: readRecent(row.recent),
    visible,
    memberId: viewer.memberId,
  }
}

/** Locked first, then read: what is read is what is changed. */
export async function openForChange(
  tx: TenantTx,
  viewer: VisibilityScope,
  id: string,
  { state = 'live', whole = false }: { state?: 'live' | 'trashed'; whole?: boolean } = {},
): Promise<Opened> {
  if (!(await lockWorkflow(tx.db, tx.tenantId, id, state, whole))) throw noSuchWorkflow()
  return openWorkflow(tx, viewer, id, state)
}
