import type { ScheduleRule } from '../../../contracts/src/schedule-rule.ts'
import { readConfig } from '../../../server/src/core/config.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'

export const MINUTE = 60_000

/** Every day at the times of these moments, in UTC. */
export const dailyAt = (moments: readonly number[]): ScheduleRule => ({
  kind: 'day',
  every: 1,
  from: new Date(Math.min(...moments)).toISOString().slice(0, 10),
  times: moments.map((at) => new Date(at).toISOString().slice(11, 16)),
})

/** Says to the engine's own workflow that there is something to hold, as whoever makes a schedule does. */
export async function armSchedules(environment: NodeJS.ProcessEnv, tenantId: string): Promise<void> {
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  const workflowId = `schedules:${tenantId}`
  const taskQueue = config.TEMPORAL_TASK_QUEUE
  await temporal.client.workflow.start('armSchedules', { workflowId, taskQueue, args: [{ tenantId }] })
  await temporal.close()
}
