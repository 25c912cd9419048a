import { continueAsNew, defineSignal, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow'
import type { HeldLeft, HeldStartActivities } from './held-starts.activities.ts'

const poke = defineSignal('poke')

const { startHeldSome } = proxyActivities<HeldStartActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** Goes once through the starts that wait for a workflow, and again where something changed meanwhile. */
export async function startHeld({ after, ...of }: HeldLeft): Promise<void> {
  let again = true
  setHandler(poke, () => {
    again = true
  })
  let place = after
  while (again) {
    again = false
    do {
      place = await startHeldSome(place === undefined ? of : { ...of, after: place })
      if (place !== undefined && workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof startHeld>({ ...of, after: place })
      }
    } while (place !== undefined)
  }
}
