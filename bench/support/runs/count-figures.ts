import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../server/src/core/config.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'
import { differingDays } from '../../../server/test/analytics/told-by-turns.ts'
import type { Installation } from '../crash/installation.ts'

/** Figures are right so long after the last kill. */
const COUNTED_AFTER = 120_000
const PAUSE = 1_000

/** Asks the worker to count now. Nobody waits for it: it may be killed meanwhile, and the schedule asks again. */
export async function startRollUp(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  try {
    await temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:roll-ups`).trigger('SKIP')
  } catch {
    // The engine is away.
  } finally {
    await temporal.close()
  }
}

/** Figures that still differ from what the turns tell when they have to be right; and after how long they were. */
export async function countFigures(
  { database, environment }: Installation,
  tenantId: string,
  kinds: ReadonlyMap<string, string>,
  { ended, lastKill }: { ended: number; lastKill: number },
) {
  const isCounted = () =>
    database.admin(async (admin) => {
      const { rows } = await admin.query(
        'select from roll_ups where tenant_id = $1 and as_of > $2 and facts_after is null and recount_after is null',
        [tenantId, new Date(ended)],
      )
      return rows.length === 1
    })
  while (!(await isCounted()) && Date.now() < Math.max(lastKill, ended) + COUNTED_AFTER) {
    await startRollUp(environment)
    await sleep(PAUSE)
  }
  return { differing: await differingDays(database, tenantId, 'UTC', kinds), seconds: (Date.now() - lastKill) / 1000 }
}
