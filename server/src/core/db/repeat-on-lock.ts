import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './busy.ts'

const MAX_REPEATS = 3
const WITHIN_MS = 5_000
/** Two that were in each other's way must not meet again at the same moment. */
const MAX_PAUSE_MS = 50

/**
 * Repeats a whole act, its transaction included, that did not get a lock in time or had to give way to another. Nothing of
 * it has happened then. After three repeats or five seconds its error stands, which is answered with 503 and when to retry.
 */
export async function repeatOnLock<T>(run: () => Promise<T>): Promise<T> {
  const latest = Date.now() + WITHIN_MS
  for (let repeats = 0; ; repeats++) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error) || repeats === MAX_REPEATS) throw error
      await sleep(Math.random() * MAX_PAUSE_MS)
      if (Date.now() > latest) throw error
    }
  }
}
