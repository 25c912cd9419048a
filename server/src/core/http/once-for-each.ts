import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { inTenant } from '../db/in-tenant.ts'
import { repeatOnLock } from '../db/repeat-on-lock.ts'
import type { TenantTx } from '../db/tenant-tx.ts'
import { onceInTenant } from './idempotency.ts'
import type { Viewer } from './viewer.ts'

interface One {
  /** Of the whole request. */
  key: string
  id: string
  /** What is asked for: the same key with something else is refused. */
  asked: object
}

/** One of many in a transaction of its own: under the request's key it is done once, however often all are asked for. */
export async function onceForEach(
  ctx: Context,
  viewer: Viewer,
  { key, id, asked }: One,
  work: (tx: TenantTx) => Promise<void>,
): Promise<void> {
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const attempt = { key: sha256(`${key}:${id}`).toString('base64url'), hash: sha256(JSON.stringify([id, asked])) }
  await repeatOnLock(() =>
    inTenant(ctx, viewer, (tx) =>
      onceInTenant(tx.db, viewer.tenantId, viewer.memberId, attempt, async () => {
        await work(tx)
        return { status: 200, body: null }
      }),
    ),
  )
}
