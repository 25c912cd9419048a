import { proxyActivities } from '@temporalio/workflow'
import type { SignHeadsActivities } from '../audit/sign-heads.activities.ts'
import type { RotateKeysActivities } from './rotate-keys.activities.ts'

const { rotateTenants, resealPeople, reportOldKeys, signAgainBite } = proxyActivities<
  RotateKeysActivities & SignHeadsActivities
>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

const FIRST = '00000000-0000-0000-0000-000000000000'
/** More batches than this are left to the next day, which begins with what is not done yet. */
const MAX_BATCHES = 500

async function untilDone(batch: (after: string) => Promise<string | null>): Promise<void> {
  let after: string | null = FIRST
  for (let done = 0; after !== null && done < MAX_BATCHES; done++) after = await batch(after)
}

/** Moves everything that is kept to the current master key and to fresh data keys. */
export async function rotateKeys(): Promise<void> {
  await untilDone(rotateTenants)
  await untilDone(resealPeople)
  await untilDone(signAgainBite)
  await reportOldKeys()
}
