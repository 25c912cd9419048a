import { takesPayments } from '../config.ts'
import type { Context } from '../context.ts'
import { beforeCommit } from './before-commit.ts'
import { boundKysely } from './bound-kysely.ts'
import { PendingWork } from './pending-work.ts'
import type { SalesTx, Scope, TenantTx } from './tenant-tx.ts'
import { transaction } from './transaction.ts'

const settingsOf = (scope: Scope) => ({
  tenant: scope.tenantId,
  ...(scope.memberId ? { member: scope.memberId } : {}),
  ...(scope.personId ? { person: scope.personId } : {}),
})

function requireSameTenant(open: TenantTx, scope: Scope): TenantTx {
  if (open.tenantId !== scope.tenantId) throw new Error('a request works in one tenant only')
  return open
}

/** The only door to a tenant's rows. Joins the request's transaction where the HTTP layer holds one open. */
export async function inTenant<T>(ctx: Context, scope: Scope, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  if (ctx.tenantTx) return work(requireSameTenant(ctx.tenantTx, scope))
  const pending = new PendingWork()
  const result = await transaction(ctx.pools.tenant, settingsOf(scope), 'write', async (client, lease) => {
    const db = boundKysely(client, lease)
    const tx: TenantTx = {
      db,
      scope,
      tenantId: scope.tenantId,
      log: ctx.log,
      takesPayments: takesPayments(ctx.config),
      emit: (event) => pending.events.push(event),
      audit: (entry) => pending.audits.push(entry),
      notify: (notice) => pending.notices.push(notice),
      count: (name, key, by) => pending.count(name, key, by),
      index: (kind, id) => pending.index(kind, id),
      start: (aggregateId, payload) => pending.duties.push({ aggregateId, topic: 'workflow.start', payload }),
      poke: (aggregateId, payload) => pending.poke(aggregateId, payload),
      afterCommit: (act) => pending.afterCommit.push(act),
      afterRollback: (act) => pending.afterRollback.push(act),
    }
    const made = await work(tx)
    await beforeCommit(ctx, tx, pending)
    await pending.flush(db, scope, ctx.origin)
    return made
  }).catch(async (error: unknown) => {
    for (const act of pending.afterRollback)
      await act(ctx).catch((failure: unknown) => ctx.log.error({ err: failure }, 'not kept after a rollback'))
    throw error
  })
  if (pending.sent.length > 0) ctx.dispatch(pending.sent, 'tenant', scope.tenantId)
  if (pending.events.length > 0) {
    const frames = pending.events.map(({ type, id, to, within }) => ({
      type,
      id,
      ...within,
      ...(to && { to: [...to] }),
    }))
    ctx.publish({ kind: 'live', tenantId: scope.tenantId, frames })
  }
  for (const act of pending.afterCommit) act()
  return result
}

const read =
  (kind: 'read' | 'single_read') =>
  async <T>(ctx: Context, scope: Scope, work: (tx: SalesTx) => Promise<T>): Promise<T> => {
    if (ctx.tenantTx) return work(requireSameTenant(ctx.tenantTx, scope))
    return transaction(ctx.pools.tenant, settingsOf(scope), kind, (client, lease) =>
      work({
        db: boundKysely(client, lease),
        tenantId: scope.tenantId,
        takesPayments: takesPayments(ctx.config),
      }),
    )
  }

/** For reads: the same door, unable to write. */
export const readTenant = read('read')

/** For a read of one statement: it travels with its BEGIN and COMMIT, one message there and one back. */
export const readTenantOnce = read('single_read')
