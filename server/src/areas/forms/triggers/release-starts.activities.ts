import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { runsAvailable } from '../../billing/billing.public.ts'
import { startHeldOne } from '../../starts/starts.public.ts'
import { startAgain } from './start-again.ts'
import { type HeldForRuns, oldestForRuns } from './start-waiting.ts'

const LOT = 20

export interface OldestLeft {
  tenantId: string
  /** The one before those that are left. */
  after?: string
}

/** True: the plan has no runs left. */
const startOne = (tx: TenantTx, { kind, id }: HeldForRuns): Promise<boolean> =>
  kind === 'response' ? startAgain(tx, id) : startHeldOne(tx, id)

export const createReleaseActivities = (ctx: Context) => ({
  releaseHeld: ({ tenantId }: { tenantId: string }): Promise<void> =>
    inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, (tx) => runsAvailable.call(tx)),

  /** Each in a transaction of its own, so that a repeat finds those started that were. Undefined at the end. */
  async startOldestSome({ tenantId, after }: OldestLeft): Promise<string | undefined> {
    const scope = { tenantId: TenantId.parse(tenantId) }
    const held = await readTenant(ctx, scope, (tx) => oldestForRuns(tx, LOT, after))
    for (const one of held) {
      try {
        // Nothing may overtake the one that found no run: all that came later waits with it.
        if (await repeatOnLock(() => inTenant(ctx, scope, (tx) => startOne(tx, one)))) return undefined
      } catch (error) {
        if (isBusy(error) || isDatabaseAway(error)) throw error
        // It stays among those that wait, where people see it, and holds up no other.
        ctx.log.error({ err: error, held: one.id, kind: one.kind }, 'a start that waited could not be tried again')
      }
    }
    return held.length < LOT ? undefined : held.at(-1)?.id
  },
})

export type ReleaseActivities = ReturnType<typeof createReleaseActivities>
