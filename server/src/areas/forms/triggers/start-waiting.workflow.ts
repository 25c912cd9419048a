import { continueAsNew, defineSignal, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow'
import type { StartsLeft, StartWaitingActivities } from './start-waiting.activities.ts'

export const poke = defineSignal('poke')

const { startSome } = proxyActivities<StartWaitingActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** Goes once through the responses that wait for a workflow, and again where something changed meanwhile. */
export async function startWaiting({ after, ...of }: StartsLeft): Promise<void> {
  let again = true
  setHandler(poke, () => {
    again = true
  })
  let place = after
  while (again) {
    again = false
    do {
      place = await startSome(place === undefined ? of : { ...of, after: place })
      if (place !== undefined && workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof startWaiting>({ ...of, after: place })
      }
    } while (place !== undefined)
  }
}
