import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { bulkInstances } from '@throughline/contracts/instance-acts'
import { done, failed } from '../../core/bulk-result.ts'
import type { Context } from '../../core/context.ts'
import { AppError, forbidden, invalid } from '../../core/errors.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { restore, trash } from './instance-acts.service.ts'
import { cancel } from './operator.service.ts'

type Result = Made<typeof bulkInstances>['data'][number]

/** At the same time. */
const TOGETHER = 6
const AWAY = 503

/**
 * Each by itself, with its own result: one that is refused holds up no other. Once the engine is away it is not asked
 * for the rest; asking again under the same key does nothing twice.
 */
export async function bulk(
  ctx: Context,
  viewer: Viewer,
  { act, ids, reason }: Body<typeof bulkInstances>,
  key: string = randomUUID(),
): Promise<Made<typeof bulkInstances>> {
  if (act === 'remove' && !may(viewer, 'instances.delete')) throw forbidden()
  if (act === 'cancel' && !reason) {
    throw invalid('A reason is needed to cancel', [{ path: 'reason', message: 'required' }])
  }
  const acts = {
    remove: (id: string) => trash(ctx, viewer, id, `${key}:${id}`),
    restore: (id: string) => restore(ctx, viewer, id),
    cancel: (id: string) => cancel(ctx, viewer, id, reason ?? '', `${key}:${id}`),
  }
  const wanted = [...new Set(ids)]
  const results = new Map<string, Result>()
  let away: AppError | undefined
  const one = async (id: string) => {
    if (away) {
      results.set(id, failed(id, away))
      return
    }
    try {
      await acts[act](id)
      results.set(id, done(id))
    } catch (error) {
      if (error instanceof AppError && error.status === AWAY) away = error
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
