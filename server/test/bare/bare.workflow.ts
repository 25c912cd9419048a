import { condition, defineSignal, proxyActivities, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import type { BareActivities } from './bare.activities.ts'

export const done = defineSignal('done')

const { open, finish } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '20 seconds' })
const { call } = proxyActivities<BareActivities>({ startToCloseTimeout: '1 minute' })

/**
 * What the engine itself costs: three tasks in a row are written down, each waits for a signal; with a receiver, a call is
 * made after each.
 */
export async function bare(instance: string, receiver?: string): Promise<void> {
  let told = 0
  setHandler(done, () => void (told += 1))
  for (let step = 1; step <= 3; step++) {
    await open(instance, step)
    await condition(() => told >= step)
    if (receiver) await call(instance, step, receiver)
  }
  await finish(instance)
}
