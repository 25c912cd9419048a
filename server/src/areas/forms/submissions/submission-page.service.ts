import type { Made } from '@throughline/contracts/endpoint'
import { type getSubmission, Submission, SubmissionFile } from '@throughline/contracts/form-submissions'
import type { FormId, SubmissionId } from '@throughline/contracts/ids'
import { fieldOf, pagesOf } from '@throughline/flow/form'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { type Visibility, visibleTo } from '../../workflows/workflows.public.ts'
import { readContent } from '../content.ts'
import { requireVisibleForm } from '../opened.ts'
import { partsOf, rowWire } from './submission-list.service.ts'
import { filesOf, findSubmission, type StoredSubmission, versionContent } from './submissions.queries.ts'

type Answers = Made<typeof getSubmission>['data']['answers']

export const noSuchSubmission = () => notFound('This response')

/** In the words of the version that was filled in; what was not shown to the respondent has no answer and is left out. */
async function pagesFor(tx: ReadTx, { form_id, version }: StoredSubmission, given: Answers) {
  const stored = await versionContent(tx.db, tx.tenantId, form_id, version)
  if (!stored) return []
  return pagesOf(readContent(stored.content).elements)
    .map(({ title, elements }) => ({
      title,
      fields: elements.flatMap((element) => {
        const field = fieldOf(element)
        if (!field || !Object.hasOwn(given, field.name)) return []
        const type = field.multiple ? 'choices' : field.type
        return [{ id: field.name, label: field.label, type, value: given[field.name] ?? null }]
      }),
    }))
    .filter(({ fields }) => fields.length > 0)
}

export async function submissionWire(
  tx: ReadTx,
  row: StoredSubmission,
  visible: Visibility,
): Promise<Made<typeof getSubmission>['data']> {
  const { db, tenantId } = tx
  const files = await filesOf(db, tenantId, row.id)
  const wire = rowWire(row, await partsOf(tx, [row.id], visible))
  return {
    ...wire,
    pages: await pagesFor(tx, row, wire.answers),
    files: files.map(({ id, name, size, state, field_id }) => ({
      id,
      element: field_id ?? '',
      name,
      size,
      state: z.parse(SubmissionFile.shape.state, state),
    })),
    took_seconds: row.took_seconds,
    device: z.parse(Submission.shape.device, row.device),
    held_because: z.parse(Submission.shape.held_because, row.held_because),
  }
}

export const readSubmission = (
  ctx: Context,
  viewer: Viewer,
  formId: FormId,
  id: SubmissionId,
): Promise<Made<typeof getSubmission>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleForm(tx, viewer, formId)
    const row = await findSubmission(tx.db, tx.tenantId, formId, id)
    if (!row) throw noSuchSubmission()
    return { data: await submissionWire(tx, row, await visibleTo(tx, viewer)) }
  })
