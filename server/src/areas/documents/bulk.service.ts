import type { bulkDocuments } from '@throughline/contracts/document-acts'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import { done, failed } from '../../core/bulk-result.ts'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { edit, remove, restore } from './document-acts.service.ts'
import { requireVisibleDocument } from './document-visibility.ts'

type Result = Made<typeof bulkDocuments>['data'][number]

/** One that is not in the trash any more is as it was wanted. */
async function takeBack(ctx: Context, viewer: Viewer, id: DocumentId): Promise<void> {
  const { deleted_at } = await readTenant(ctx, viewer, (tx) => requireVisibleDocument(tx, viewer, id, { state: 'any' }))
  if (deleted_at !== null) await restore(ctx, viewer, id)
}

function actOf(ctx: Context, viewer: Viewer, { act, place }: Body<typeof bulkDocuments>) {
  if (act === 'remove') return (id: DocumentId) => remove(ctx, viewer, id)
  if (act === 'restore') return (id: DocumentId) => takeBack(ctx, viewer, id)
  if (!place) throw invalid('Choose a destination', [{ path: 'place', message: 'required' }])
  return (id: DocumentId) => edit(ctx, viewer, id, { place })
}

/** Each in a transaction of its own, with its own result: one that is refused holds up no other. */
export async function bulk(
  ctx: Context,
  viewer: Viewer,
  body: Body<typeof bulkDocuments>,
): Promise<Made<typeof bulkDocuments>> {
  const act = actOf(ctx, viewer, body)
  const data: Result[] = []
  for (const id of new Set(body.ids)) {
    try {
      await act(id)
      data.push(done(id))
    } catch (error) {
      data.push(failed(id, error))
    }
  }
  return { data }
}
