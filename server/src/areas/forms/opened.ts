import type { FormContent } from '@throughline/contracts/form-content'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import {
  type Marks,
  type RecentChange,
  readMarks,
  readRecent,
  type VisibilityScope,
  visibleTo,
} from '../workflows/workflows.public.ts'
import { readContent } from './content.ts'
import { type FormState, findForm, isLive, lockForm, type StoredForm } from './forms.queries.ts'

const noSuchForm = () => notFound('This form')

/** A form as somebody works on it. */
export interface OpenedForm {
  id: string
  row: StoredForm
  draft: FormContent
  /** What the draft is compared with: the latest version; undefined until there is one. */
  latest: FormContent | undefined
  marks: Marks
  recent: RecentChange[]
}

export async function openForm(
  tx: ReadTx,
  viewer: VisibilityScope,
  id: string,
  state: FormState = 'live',
): Promise<OpenedForm> {
  const visible = await visibleTo(tx, viewer)
  const row = visible.canSeeForm(id) ? await findForm(tx.db, tx.tenantId, id, state) : undefined
  if (!row) throw noSuchForm()
  return {
    id,
    row,
    draft: readContent(row.content),
    latest: row.latest === null ? undefined : readContent(row.latest),
    marks: readMarks(row.authors),
    recent: readRecent(row.recent),
  }
}

/** Locked first, then read: what is read is what is changed. */
export async function openFormForChange(
  tx: TenantTx,
  viewer: VisibilityScope,
  id: string,
  { state = 'live', whole = false }: { state?: FormState; whole?: boolean } = {},
): Promise<OpenedForm> {
  if (!(await lockForm(tx.db, tx.tenantId, id, state, whole))) throw noSuchForm()
  return openForm(tx, viewer, id, state)
}

/** Hidden, foreign, unknown and thrown away ones are not there. */
export async function requireVisibleForm(tx: ReadTx, viewer: VisibilityScope, id: string): Promise<void> {
  const visible = await visibleTo(tx, viewer)
  if (!visible.canSeeForm(id) || !(await isLive(tx.db, tx.tenantId, id))) throw noSuchForm()
}
