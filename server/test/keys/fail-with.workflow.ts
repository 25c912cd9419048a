import { proxyActivities } from '@temporalio/workflow'

type Activities = { fail(secret: string): Promise<string> }

const { fail } = proxyActivities<Activities>({ startToCloseTimeout: '10 s', retry: { maximumAttempts: 1 } })

/** Takes a text through input, activity result and failure. */
export async function failWith(secret: string): Promise<string> {
  return await fail(secret)
}
