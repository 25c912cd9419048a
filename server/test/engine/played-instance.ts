import { parse } from '@throughline/flow/compile'
import { commitTurn } from '../../src/areas/instances/engine/commit-turn.ts'
import type { TurnEvent } from '../../src/areas/instances/engine/turn-event.ts'
import type { TestApi } from '../api.ts'
import type { Tenant } from '../factories.ts'
import { makeInstance, makeWorkflow } from '../running-world.ts'

/** An instance of one step, whose turns a test plays when it wants to: no worker takes what it is told. */
export async function playInstance({ ctx, database }: TestApi, tenant: Tenant, step: object) {
  const { tenantId, ownerId } = tenant
  const workflow = await makeWorkflow(ctx, tenant, parse({ name: 'Played', prefix: 'PLY', steps: [step] }).doc)
  const instanceId = await makeInstance(ctx, tenantId, workflow, { startedBy: ownerId })
  let seq = 0
  const play = (events: TurnEvent[]) => {
    seq += 1
    return commitTurn(ctx, { tenantId, instanceId, run: 'run', seq, events })
  }
  await play([{ at: Date.now(), t: 'start' }])
  const { rows } = await database.admin((admin) =>
    admin.query<{ id: string }>('select id from tasks where instance_id = $1', [instanceId]),
  )
  return {
    /** Its one task. */
    id: rows[0]?.id ?? '',
    play,
    /** All that it was told so far, in the order of the commits. */
    told: () =>
      database.admin(async (admin) => {
        const { rows: sent } = await admin.query<{ event: TurnEvent }>(
          `select payload->'args'->'event' || jsonb_build_object('at', $2::bigint) as event from outbox
           where aggregate_id = $1 and topic = 'workflow.signal' order by id`,
          [instanceId, Date.now()],
        )
        return sent.map(({ event }) => event)
      }),
  }
}
