import { sleep } from '@temporalio/workflow'
import type { Address } from '../../src/areas/instances/engine/keep-instance.activities.ts'
import { keepInstance as keepAsBefore } from '../../src/areas/instances/engine/keep-instance.workflow.ts'

/** As somebody might change it without a thought for what is running already. */
export async function keepInstance(address: Address): Promise<void> {
  await sleep(1)
  await keepAsBefore(address)
}
