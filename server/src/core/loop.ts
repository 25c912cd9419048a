import { setTimeout as sleep } from 'node:timers/promises'
import type { Trouble } from './telemetry/trouble.ts'

export interface Loop {
  readonly run: () => void
  /** Resolves when the round that was going on has ended. */
  readonly stop: () => Promise<void>
  readonly stopping: boolean
}

/** Does something again and again: each round tells how long to wait before the next; one that fails waits `pause`. */
export function createLoop(round: () => Promise<number>, trouble: Trouble, pause: number): Loop {
  const abort = new AbortController()
  let ended: Promise<void> = Promise.resolve()

  async function go() {
    while (!abort.signal.aborted) {
      const wait = await round().catch((error: unknown) => {
        trouble.began(error)
        return pause
      })
      await sleep(wait, undefined, { signal: abort.signal }).catch(() => undefined)
    }
  }

  return {
    run: () => {
      ended = go()
    },
    stop: () => {
      abort.abort()
      return ended
    },
    get stopping() {
      return abort.signal.aborted
    },
  }
}
