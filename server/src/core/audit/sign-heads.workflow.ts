import { proxyActivities } from '@temporalio/workflow'
import type { SignHeadsActivities } from './sign-heads.activities.ts'

const { signHeadsBite } = proxyActivities<SignHeadsActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

const FIRST = '00000000-0000-0000-0000-000000000000'
/** More than this many bites are left to the next hour. */
const MAX_CHUNKS = 500

export async function signAuditHeads(): Promise<void> {
  let after: string | null = FIRST
  for (let bite = 0; after !== null && bite < MAX_CHUNKS; bite++) after = await signHeadsBite(after)
}
