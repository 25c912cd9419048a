import type { FormId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { removeAddress, writeAddress } from '../../core/db/public-addresses.ts'
import type { Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { countStorage } from '../../core/storage/quota.ts'
import { dropDocuments } from '../documents/documents.public.ts'
import { rowFor } from './form-wire.ts'
import { BEING_PURGED, changeForm } from './forms.queries.ts'
import { openFormForChange } from './opened.ts'
import { recordFormAct } from './publish-frames.ts'
import {
  deleteForm,
  deleteSubmissions,
  expireUploads,
  oldestTrash,
  someFiles,
  someSubmissions,
} from './trash.queries.ts'

const CHUNK_SIZE = 500

export const binForm = (ctx: Context, viewer: Viewer, id: FormId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openFormForChange(tx, viewer, id, { whole: true })
    await changeForm(tx.db, tx.tenantId, id, { deleted_at: new Date(), deleted_by: viewer.memberId })
    await removeAddress(tx.db, tx.tenantId, 'form', id)
    await recordFormAct(tx, 'form.removed', row)
    return { id }
  })

/** As it was: what was published has its address again. */
export const unbinForm = (ctx: Context, viewer: Viewer, id: FormId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openFormForChange(tx, viewer, id, { state: 'trashed' })
    await changeForm(tx.db, tx.tenantId, id, { deleted_at: null, deleted_by: null })
    if (row.current_version !== null) await writeAddress(tx.db, tx.tenantId, 'form', id)
    await recordFormAct(tx, 'form.restored', row)
    return { data: await rowFor(tx, viewer, id) }
  })

/** Files that no instance has, then responses, and the form itself after the last of them. Says what is left. */
async function purgeSome(tx: TenantTx, id: string): Promise<'more' | 'nothing'> {
  const { db, tenantId } = tx
  const files = await someFiles(db, tenantId, id, CHUNK_SIZE)
  countStorage(tx, -(await dropDocuments(db, tenantId, files)))
  if (files.length === CHUNK_SIZE) return 'more'
  const responses = await someSubmissions(db, tenantId, id, CHUNK_SIZE)
  await deleteSubmissions(db, tenantId, responses)
  if (responses.length === CHUNK_SIZE) return 'more'
  await deleteForm(db, tenantId, id)
  return 'nothing'
}

/** Nobody sees it from now on. Many responses, and what people began to send, are taken away by the cleaning. */
export const purgeOneForm = (ctx: Context, viewer: Viewer, id: FormId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openFormForChange(tx, viewer, id, { state: 'trashed', whole: true })
    await recordFormAct(tx, 'form.purged', row, { open: row.visibility === 'everyone' })
    const uploading = await expireUploads(tx.db, tx.tenantId, id)
    if (uploading || (await purgeSome(tx, id)) === 'more') {
      await changeForm(tx.db, tx.tenantId, id, { deleted_at: BEING_PURGED })
    }
    return { id }
  })

/** Purges some of the oldest trash and says how much there was, so that the job comes again while there is any. */
export const purgeForms = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const old = await oldestTrash(tx.db, tx.tenantId)
    if (!old) return 0
    const done = (await purgeSome(tx, old.id)) === 'nothing'
    // What somebody deleted for ever was recorded then.
    if (done && !old.is_being_purged) {
      tx.audit({
        act: 'form.purged',
        kind: 'form',
        id: old.id,
        data: { name: old.title, open: old.visibility === 'everyone' },
      })
    }
    return 1
  })
