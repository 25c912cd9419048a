import type pg from 'pg'
import type { Context } from '../src/core/context.ts'
import type { Db } from '../src/core/db/bound-kysely.ts'
import type { TenantTx } from '../src/core/db/tenant-tx.ts'
import type { Viewer } from '../src/core/http/viewer.ts'
import { plansOf } from './query-plan.ts'

const nothing = () => undefined
const TOLD = {
  takesPayments: false,
  emit: nothing,
  audit: nothing,
  notify: nothing,
  index: nothing,
  count: nothing,
  start: nothing,
  poke: nothing,
  afterCommit: nothing,
  afterRollback: nothing,
}

/** For services that are to join a transaction which the caller has opened; what they would tell others is dropped. */
export function joining(ctx: Context, viewer: Viewer, db: Db): Context {
  const tenantTx: TenantTx = { db, tenantId: viewer.tenantId, scope: viewer, log: ctx.log, ...TOLD }
  return { ...ctx, tenantTx }
}

/** Opens that transaction. */
export const beginFor = ({ tenantId, memberId }: Pick<Viewer, 'tenantId' | 'memberId'>) =>
  `begin; set local app.tenant = '${tenantId}'; set local app.member = '${memberId}'`

/** The plans of all statements that a service makes for a viewer, on this connection and without anything left behind. */
export async function plansBehind(
  client: pg.Client,
  ctx: Context,
  viewer: Viewer,
  work: (held: Context) => Promise<unknown>,
) {
  await client.query(beginFor(viewer))
  try {
    return await plansOf(client, (db) => work(joining(ctx, viewer, db)))
  } finally {
    await client.query('rollback')
  }
}
