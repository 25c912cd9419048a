import { readConfig } from '../../server/src/core/config.ts'
import { createKeyring } from '../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../server/src/core/temporal/client.ts'
import type { Installation } from './crash/installation.ts'

/** How many runs that keep an instance are open in the engine. */
export async function openInEngine({ environment }: Installation): Promise<number> {
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  const query = `TaskQueue = '${config.TEMPORAL_TASK_QUEUE}' and ExecutionStatus = 'Running' and WorkflowType = 'keepInstance'`
  try {
    return (await temporal.client.workflow.count(query)).count
  } finally {
    await temporal.close()
  }
}
