import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../../server/src/core/config.ts'
import { createKeyring } from '../../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../../server/src/core/temporal/client.ts'
import type { Installation } from '../../crash/installation.ts'

const SCHEDULES = ['quarantine', 'purge-trash']
const OLDER = [
  `update blobs set unreferenced_since = now() - interval '8 days' where unreferenced_since is not null`,
  `update uploads set expires_at = now() - interval '1 minute'`,
]
const LONGEST = 120_000

/** The cleaning Schedules run on a day when all that could be left behind is older than they wait for. */
export async function runCleaning({ database, environment }: Installation): Promise<void> {
  await database.admin(async (admin) => {
    for (const text of OLDER) await admin.query(text)
  })
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  try {
    for (const name of SCHEDULES) {
      const handle = temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:${name}`)
      const before = (await handle.describe()).info.numActionsTaken
      await handle.trigger()
      const deadline = Date.now() + LONGEST
      for (;;) {
        const { info } = await handle.describe()
        const last = info.recentActions.at(-1)?.action.workflow
        if (info.numActionsTaken > before && last) {
          await temporal.client.workflow.getHandle(last.workflowId, last.firstExecutionRunId).result()
          break
        }
        if (Date.now() > deadline) throw new Error(`${name} did not run`)
        await sleep(250)
      }
    }
  } finally {
    await temporal.close()
  }
}
