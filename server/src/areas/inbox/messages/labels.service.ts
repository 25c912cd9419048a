import type { Body, Made } from '@throughline/contracts/endpoint'
import { type addLabel, DEFAULT_LABELS, type listLabels, MOST_LABELS } from '@throughline/contracts/inbox'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { insertLabel, lockInbox, ownLabels } from './labels.queries.ts'
import { countLabels, type Owner } from './message-rows.queries.ts'

/** Everybody's first, then those the person made. */
async function labelsOf({ db }: ReadTx, owner: Owner) {
  const made = await ownLabels(db, owner)
  return [...DEFAULT_LABELS, ...made.map(({ label, name, color }) => ({ label_id: label, name, color }))]
}

/** Names of all labels, for what is counted or looked for under each of them. */
export const labelIdsOf = async (tx: ReadTx, owner: Owner): Promise<string[]> =>
  (await labelsOf(tx, owner)).map(({ label_id }) => label_id)

export async function requireLabel(tx: ReadTx, owner: Owner, label: string): Promise<void> {
  if (!(await labelIdsOf(tx, owner)).includes(label)) throw notFound('This label')
}

export const labels = (ctx: Context, viewer: Viewer): Promise<Made<typeof listLabels>> =>
  readTenant(ctx, viewer, async (tx) => {
    const all = await labelsOf(tx, viewer)
    const counts = await countLabels(
      tx.db,
      viewer,
      all.map(({ label_id }) => label_id),
    )
    return all.map((label) => {
      const { unread = 0, total = 0 } = counts.find((one) => one.label === label.label_id) ?? {}
      return { ...label, unread, total }
    })
  })

export const makeLabel = (
  ctx: Context,
  viewer: Viewer,
  { label_id, name, color }: Body<typeof addLabel>,
): Promise<Made<typeof addLabel>> =>
  inTenant(ctx, viewer, async (tx) => {
    await lockInbox(tx.db, viewer)
    const known = await labelIdsOf(tx, viewer)
    if (known.includes(label_id)) throw conflict('label_exists', 'There’s already a label with this name')
    if (known.length >= MOST_LABELS) throw conflict('too_many_labels', `You can have up to ${MOST_LABELS} labels`)
    await insertLabel(tx.db, viewer, { label: label_id, name, color })
    return { label_id, name, color, unread: 0, total: 0 }
  })
