import { parse } from '@throughline/flow/compile'
import { lockInstance } from '../../src/areas/instances/engine/lock-instance.ts'
import { playTurn } from '../../src/areas/instances/engine/play-turn.ts'
import { inTenant } from '../../src/core/db/in-tenant.ts'
import type { TestApi } from '../api.ts'
import type { Tenant } from '../factories.ts'
import { makeWorkflow, startedInstance } from '../running-world.ts'

/** An instance of one step, whose alarms ring when a test wants them to: no worker keeps them. */
export async function playInstance({ ctx, database }: TestApi, tenant: Tenant, step: object) {
  const { tenantId, ownerId } = tenant
  const workflow = await makeWorkflow(ctx, tenant, parse({ name: 'Played', prefix: 'PLY', steps: [step] }).doc)
  const instanceId = await startedInstance(ctx, tenantId, workflow, { startedBy: ownerId })
  const { rows } = await database.admin((admin) =>
    admin.query<{ id: string }>('select id from tasks where instance_id = $1', [instanceId]),
  )
  return {
    instanceId,
    /** Its one task. */
    id: rows[0]?.id ?? '',
    /** So many milliseconds later. */
    ring: (later: number) =>
      inTenant(ctx, { tenantId }, async (tx) => {
        const row = await lockInstance(tx, instanceId)
        if (!row) throw new Error('it is gone')
        return playTurn(tx, { ...row, at: new Date(row.at.getTime() + later) }, [{ t: 'tick' }], 'engine')
      }),
  }
}
