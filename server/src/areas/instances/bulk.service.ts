import type { Body, Made } from '@throughline/contracts/endpoint'
import type { bulkInstances } from '@throughline/contracts/instance-acts'
import { done, failed } from '../../core/bulk-result.ts'
import type { Context } from '../../core/context.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { forbidden, invalid } from '../../core/errors.ts'
import { onceForEach } from '../../core/http/once-for-each.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { restore, trash } from './instance-acts.service.ts'
import { cancel } from './operator.service.ts'

type Result = Made<typeof bulkInstances>['data'][number]

/** At the same time. */
const TOGETHER = 6

/**
 * Each in a transaction of its own and with its own result: one that is refused holds up no other. Asking again under the
 * same key does nothing twice.
 */
export async function bulk(
  ctx: Context,
  viewer: Viewer,
  { act, ids, reason }: Body<typeof bulkInstances>,
  key: string,
): Promise<Made<typeof bulkInstances>> {
  if (act === 'remove' && !may(viewer, 'instances.delete')) throw forbidden()
  if (act === 'cancel' && !reason) {
    throw invalid('Enter a reason to cancel', [{ path: 'reason', message: 'required' }])
  }
  const acts = {
    remove: (tx: TenantTx, id: string) => trash(tx, viewer, id),
    restore: (tx: TenantTx, id: string) => restore(tx, viewer, id),
    cancel: (tx: TenantTx, id: string) => cancel(tx, viewer, id, reason ?? ''),
  }
  const wanted = [...new Set(ids)]
  const results = new Map<string, Result>()
  const one = async (id: string) => {
    try {
      await onceForEach(ctx, viewer, { key, id, asked: { act, reason } }, (tx) => acts[act](tx, id))
      results.set(id, done(id))
    } catch (error) {
      results.set(id, failed(id, error))
    }
  }
  const waiting = wanted.values()
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (const id of waiting) await one(id)
    }),
  )
  return { data: wanted.flatMap((id) => results.get(id) ?? []) }
}
