import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../../../core/db/busy.ts'

const TOO_MANY_CONNECTIONS = '53300'
const PAUSE_MS = 2_000
const LONGEST_MS = 5 * 60_000

/**
 * Other organizations' reports may have all connections that there are for reports. That ends within seconds and says
 * nothing of this report, so it waits for one; `pause` is called between two tries and can end the waiting by throwing.
 */
export async function retryWhileFull<T>(
  work: () => Promise<T>,
  pause: () => Promise<void>,
  { pauseMs = PAUSE_MS, longestMs = LONGEST_MS } = {},
): Promise<T> {
  const began = Date.now()
  for (;;)
    try {
      return await work()
    } catch (error) {
      const isFull = error instanceof Error && codeOf(error) === TOO_MANY_CONNECTIONS
      if (!isFull || Date.now() - began >= longestMs) throw error
      await wait(pauseMs)
      await pause()
    }
}
