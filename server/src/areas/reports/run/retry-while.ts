import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, isDatabaseAway } from '../../../core/db/busy.ts'

const TOO_MANY_CONNECTIONS = '53300'
const PAUSE_MS = 2_000
const LONGEST_MS = 5 * 60_000

const isFull = (error: unknown) => error instanceof Error && codeOf(error) === TOO_MANY_CONNECTIONS

interface Bounds {
  pauseMs?: number
  longestMs?: number
}

const retryWhile =
  (isPassing: (error: unknown) => boolean) =>
  async <T>(
    work: () => Promise<T>,
    pause: () => Promise<void>,
    { pauseMs = PAUSE_MS, longestMs = LONGEST_MS }: Bounds = {},
  ): Promise<T> => {
    const began = Date.now()
    for (;;)
      try {
        return await work()
      } catch (error) {
        if (!isPassing(error) || Date.now() - began >= longestMs) throw error
        await wait(pauseMs)
        await pause()
      }
  }

/**
 * Other organizations' reports may have all connections that there are for reports. That ends within seconds and says
 * nothing of this report, so it waits for one; `pause` is called between two tries and can end the waiting by throwing.
 */
export const retryWhileFull = retryWhile(isFull)

const retryWhileDatabaseAway = retryWhile(isDatabaseAway)

/** A query that ended the process which answered it took all others with it: the database is back within seconds. */
export const retryWhileAway = <T>(work: () => Promise<T>, bounds?: Bounds): Promise<T> =>
  retryWhileDatabaseAway(work, () => Promise.resolve(), bounds)
