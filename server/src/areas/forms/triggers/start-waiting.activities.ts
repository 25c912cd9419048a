import { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { isBusy, isDatabaseAway } from '../../../core/db/busy.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import { startAgain } from './start-again.ts'

const LOT = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

export interface StartsLeft {
  tenantId: string
  workflowId: string
  /** The response before those that are left. */
  after?: string
}

async function waitingAfter(db: Db, tenantId: string, { workflowId, after = FIRST }: StartsLeft): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct submission_id as id from submission_starts
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and state = 'not_started' and submission_id > ${after}::uuid
    order by submission_id limit ${LOT}`.execute(db)
  return rows.map(({ id }) => id)
}

export const createStartWaitingActivities = (ctx: Context) => ({
  /** Each in a transaction of its own; a repeat finds those started that were. Undefined at the end. */
  async startSome(left: StartsLeft): Promise<string | undefined> {
    const scope = { tenantId: TenantId.parse(left.tenantId) }
    const ids = await readTenant(ctx, scope, ({ db, tenantId }) => waitingAfter(db, tenantId, left))
    for (const id of ids) {
      try {
        await repeatOnLock(() => inTenant(ctx, scope, (tx) => startAgain(tx, id)))
      } catch (error) {
        if (isBusy(error) || isDatabaseAway(error)) throw error
        // It stays among those not started, where people see it, and holds up no other.
        ctx.log.error({ err: error, submission_id: id }, 'a response could not be tried again')
      }
    }
    return ids.length < LOT ? undefined : ids.at(-1)
  },
})

export type StartWaitingActivities = ReturnType<typeof createStartWaitingActivities>
