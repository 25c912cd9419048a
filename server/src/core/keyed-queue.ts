import { busy } from './db/busy.ts'

interface QueueBounds {
  /** How many may wait behind the one that runs. */
  maxWaiting: number
  maxWaitMs: number
}

export interface KeyedQueue {
  /**
   * Runs one after the other what has the same key, in the order of its coming; different keys do not wait for each other.
   * Whoever would have to wait too long, or behind too many, is refused with 503. What runs must not ask for its own key.
   */
  inTurn: <T>(key: string, run: () => Promise<T>) => Promise<T>
}

/**
 * Acts that need the same row lock wait here, before BEGIN: inside a transaction each would hold one of the few connections
 * while it waits. It orders the acts of this process only; the lock orders those of all.
 */
export function createKeyedQueue({ maxWaiting = 100, maxWaitMs = 5_000 }: Partial<QueueBounds> = {}): KeyedQueue {
  /** A key is here as long as something runs under it. */
  const waitingByKey = new Map<string, (() => void)[]>()

  const admit = async (key: string): Promise<void> => {
    const waiting = waitingByKey.get(key)
    if (!waiting) {
      waitingByKey.set(key, [])
      return
    }
    if (waiting.length >= maxWaiting) throw busy()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(busy())
      }
      const timer = setTimeout(giveUp, maxWaitMs)
      waiting.push(start)
    })
  }

  const startNext = (key: string) => {
    const start = waitingByKey.get(key)?.shift()
    if (start) start()
    else waitingByKey.delete(key)
  }

  return {
    inTurn: async (key, run) => {
      await admit(key)
      try {
        return await run()
      } finally {
        startNext(key)
      }
    },
  }
}
