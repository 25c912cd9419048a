import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { execute } from '../../../core/db/statement.ts'
import { eachLimited } from '../../../core/each-limited.ts'
import { createLoop, type Loop } from '../../../core/loop.ts'
import { createTrouble } from '../../../core/telemetry/trouble.ts'
import { buildTurn, indexTurn } from './index-turn.ts'
import { INDEX_VERSION } from './make-entries.ts'

/** How long a change waits at most until somebody looks, while nothing else waits. */
const INTERVAL_MS = 500
const RETRY_DELAY_MS = 2_000
/** Workspaces are indexed from scratch seldom: after an upgrade, when they are new, or when somebody asks for it. */
const BUILD_INTERVAL_MS = 10_000
const TENANTS_AT_ONCE = 100
/** Connections that indexing holds; requests and turns of instances have the others. */
const CONCURRENCY = 2

async function tenantsOf(ctx: Context, statement: string, values: readonly unknown[]): Promise<TenantId[]> {
  const { rows } = await execute<{ tenant_id: string }>(ctx.pools.tenant, statement, values)
  return rows.map(({ tenant_id }) => TenantId.parse(tenant_id))
}

const pendingTenants = (ctx: Context) =>
  tenantsOf(ctx, 'select tenant_id from auth.tenants_to_index($1)', [TENANTS_AT_ONCE])
const unbuiltTenants = (ctx: Context) =>
  tenantsOf(ctx, 'select tenant_id from auth.tenants_to_build($1, $2)', [INDEX_VERSION, TENANTS_AT_ONCE])

const TURNS = { index: indexTurn, build: buildTurn }

/**
 * Keeps the index up with the rows. Changes wait as rows, so that nothing is lost when a worker dies, and a thousand of
 * them are a few transactions. One workspace after the other has its turn; one that fails keeps no other back.
 */
export function keepIndexing(ctx: Context, { index, build } = TURNS): Loop {
  const trouble = createTrouble(ctx.log, { began: 'changes cannot be indexed', ended: 'changes are indexed' })
  let looksForBuilds = 0
  const round = async () => {
    let more = false
    const failures: unknown[] = []
    const turns = (tenants: readonly TenantId[], take: typeof indexTurn) =>
      eachLimited(tenants, CONCURRENCY, async (tenantId) => {
        try {
          if (await take(ctx, tenantId)) more = true
        } catch (error) {
          failures.push(error)
        }
      })
    await turns(await pendingTenants(ctx), index)
    if (Date.now() >= looksForBuilds) {
      const unbuilt = await unbuiltTenants(ctx)
      await turns(unbuilt, build)
      looksForBuilds = unbuilt.length > 0 ? 0 : Date.now() + BUILD_INTERVAL_MS
    }
    if (failures.length > 0) trouble.began(failures[0])
    else trouble.ended()
    return more ? 0 : INTERVAL_MS
  }
  return createLoop(round, trouble, RETRY_DELAY_MS)
}
