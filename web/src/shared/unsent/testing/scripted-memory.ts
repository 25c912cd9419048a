import type { PageLocks } from '../page-locks.ts'
import type { UnsentMemory } from '../unsent-memory.ts'

/** What one browser keeps, for all of its pages. */
export function scriptedMemory<R extends { key: string; memberId: string }>() {
  const kept = new Map<string, R>()
  const memory: UnsentMemory<R> = {
    all: async (memberId) => [...kept.values()].filter((one) => one.memberId === memberId),
    find: async (key) => kept.get(key),
    keep: async (one) => kept.set(one.key, one).has(one.key),
    // As in a browser, it takes a while.
    forget: async (key) => {
      await new Promise((resolve) => setTimeout(resolve))
      kept.delete(key)
    },
  }
  return { memory, kept }
}

/** Shared by the pages of one browser. */
export function scriptedLocks(): PageLocks {
  const queues = new Map<string, Promise<void>>()
  return {
    take: async (name) => {
      const before = queues.get(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      queues.set(name, promise)
      await before
      return resolve
    },
  }
}
