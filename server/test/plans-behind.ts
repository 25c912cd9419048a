import type pg from 'pg'
import type { Context } from '../src/core/context.ts'
import type { TenantTx } from '../src/core/db/tenant-tx.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { plansOf } from './query-plan.ts'

const nothing = () => undefined
const TOLD = {
  emit: nothing,
  audit: nothing,
  count: nothing,
  start: nothing,
  signal: nothing,
  poke: nothing,
  afterCommit: nothing,
  afterRollback: nothing,
}

/** The plans of all statements that a service makes for a viewer, on this connection and without anything left behind. */
export async function plansBehind(
  client: pg.Client,
  ctx: Context,
  viewer: Viewer,
  work: (held: Context) => Promise<unknown>,
) {
  await client.query(`begin; set local app.tenant = '${viewer.tenantId}'; set local app.member = '${viewer.memberId}'`)
  try {
    return await plansOf(client, (db) => {
      const tenantTx: TenantTx = { db, tenantId: viewer.tenantId, scope: viewer, ...TOLD }
      return work({ ...ctx, tenantTx })
    })
  } finally {
    await client.query('rollback')
  }
}
