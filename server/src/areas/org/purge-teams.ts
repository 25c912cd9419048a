import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { purgeTeamRows } from './teams.queries.ts'

const CHUNK_SIZE = 200

/** Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. */
export const purgeTeams = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const ids = await purgeTeamRows(tx.db, tx.tenantId, CHUNK_SIZE)
    for (const id of ids) tx.audit({ act: 'team.purged', kind: 'team', id })
    return ids.length
  })
