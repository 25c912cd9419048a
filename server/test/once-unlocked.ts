import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from '../src/core/db/busy.ts'

const WITHIN_MS = 90_000
const MAX_PAUSE_MS = 500

/**
 * Repeats an act of the story, its transaction included, until it gets its locks. A request waits two seconds for one and
 * is then answered with when to come again, since somebody waits for the answer; the story comes again, as a browser does.
 * On a loaded machine the engine holds an instance, and a start the numbers of its workflow, for longer than that.
 */
export async function onceUnlocked<T>(act: () => Promise<T>): Promise<T> {
  const latest = Date.now() + WITHIN_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isBusy(error) || Date.now() > latest) throw error
      await sleep(Math.random() * MAX_PAUSE_MS)
    }
  }
}
