import type { Made } from '@throughline/contracts/endpoint'
import type { getForm, restoreForm } from '@throughline/contracts/forms'
import { compileForm } from '@throughline/flow/form-compile'
import { type Config, respondentOrigin } from '../../core/config.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import {
  accessOf,
  accessWire,
  authored,
  authorsIn,
  authorsNamed,
  type VisibilityScope,
  visibleTo,
} from '../workflows/workflows.public.ts'
import { headerUrl } from './banner.ts'
import { closedOf } from './closed.ts'
import { isSameContent } from './content.ts'
import { changesBetween } from './draft-change.ts'
import { type FormRowStored, formRows } from './forms.queries.ts'
import { type OpenedForm, openForm } from './opened.ts'
import { type StartRow, startsOf } from './starts.queries.ts'
import { submissionCounts } from './submission-count.ts'

type FormAnswer = Made<typeof getForm>['data']
type RowAnswer = Made<typeof restoreForm>['data']
type AuthorWire = NonNullable<FormAnswer['changed_by']>

interface Facts {
  access: Awaited<ReturnType<typeof accessOf>>
  counts: ReadonlyMap<string, number>
  starts: readonly StartRow[]
}

async function factsOf(tx: ReadTx, viewer: VisibilityScope, rows: readonly FormRowStored[]): Promise<Facts> {
  const ids = rows.map(({ id }) => id)
  const limited = rows.filter(({ visibility }) => visibility === 'limited').map(({ id }) => id)
  return {
    access: limited.length > 0 ? await accessOf(tx.db, tx.tenantId, 'form', limited) : [],
    counts: await submissionCounts(tx, ids),
    starts: await startsOf(tx.db, tx.tenantId, ids, await visibleTo(tx, viewer)),
  }
}

function headOf({ tenantId }: ReadTx, row: FormRowStored, { access, counts, starts }: Facts) {
  const count = counts.get(row.id) ?? 0
  const own = starts.filter(({ form_id }) => form_id === row.id)
  const isActive = row.current_version !== null
  return {
    id: row.id,
    title: row.title,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: isActive ? ('active' as const) : ('draft' as const),
    closed: isActive ? closedOf(row, count, new Date()) : null,
    submission_count: count,
    last_response_at: row.last_response_at?.toISOString() ?? null,
    workflow_ids: own.map(({ id }) => id),
    starts: own.map(({ id, name, prefix }) => ({ id, name, prefix })),
    current_version: row.current_version,
    access: accessWire(
      tenantId,
      row.visibility,
      access.filter(({ of }) => of === row.id),
    ),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** Rows of these forms, in the order of the ids. */
export async function rowsOf(tx: ReadTx, viewer: VisibilityScope, ids: readonly string[]): Promise<RowAnswer[]> {
  if (ids.length === 0) return []
  const rows = await formRows(tx.db, tx.tenantId, ids)
  const facts = await factsOf(tx, viewer, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ ...headOf(tx, row, facts), draft_changes: row.draft_changes }] : []
  })
}

export async function rowFor(tx: ReadTx, viewer: VisibilityScope, id: string): Promise<RowAnswer> {
  const [row] = await rowsOf(tx, viewer, [id])
  if (!row) throw new Error(`form ${id} has no row`)
  return row
}

/** What of the draft is not published; null where it says what the latest version says. */
function draftOf({ row, marks, latest, draft }: OpenedForm, people: readonly AuthorWire[]): FormAnswer['draft'] {
  if (latest && isSameContent(latest, draft)) return null
  return {
    based_on: row.based_on,
    changes: authored(changesBetween(latest, draft), marks),
    authors: authorsIn(marks).flatMap((id) => people.find((person) => person.id === id) ?? []),
    problems: compileForm(draft).problems,
    updated_at: row.draft_updated_at.toISOString(),
  }
}

const publicUrl = (config: Config, id: string) => `${respondentOrigin(config)}/public/forms/${id}`

async function answerOf(tx: ReadTx, viewer: VisibilityScope, config: Config, opened: OpenedForm): Promise<FormAnswer> {
  const { id, row, draft, marks } = opened
  const people = await authorsNamed(tx, [...authorsIn(marks), ...(row.updated_by ? [row.updated_by] : [])])
  const { title, description, elements, settings, banner } = draft
  return {
    ...headOf(tx, row, await factsOf(tx, viewer, [row])),
    title,
    description,
    elements,
    settings,
    header_banner_document_id: banner?.id ?? null,
    headerBanner: banner && { imageUrl: headerUrl(id, banner.id), altText: banner.altText, height: banner.height },
    version: row.version,
    changed_by: people.find((person) => person.id === row.updated_by) ?? null,
    draft: draftOf(opened, people),
    closes_at: row.closes_at?.toISOString() ?? null,
    closes_after: row.closes_after,
    retention_days: row.retention_days,
    limits: { files: row.max_files, megabytes: row.max_megabytes, megabytes_a_day: row.max_megabytes_a_day },
    public_url: publicUrl(config, id),
  }
}

/** The whole of a form as it is now. */
export const wholeForm = async (
  tx: ReadTx,
  viewer: VisibilityScope,
  config: Config,
  id: string,
): Promise<{ data: FormAnswer }> => ({ data: await answerOf(tx, viewer, config, await openForm(tx, viewer, id)) })
