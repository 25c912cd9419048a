import type { UnsentMemory } from '../../../shared/unsent/unsent-memory.ts'
import type { QueuedAct, StoredAct } from './queued-act.ts'

/** More than anybody does between two looks at the connection; what is kept must not grow without end. */
export const MOST_ACTS = 200

const isSame = (a: readonly QueuedAct[], b: readonly QueuedAct[]) =>
  a.length === b.length &&
  a.every(({ key, state, failures }, at) => {
    const other = b[at]
    return key === other?.key && state === other.state && failures === other.failures
  })

/**
 * The acts in their order, as this page shows them and as the browser keeps them for all of its pages. What this page
 * has not written down yet counts before what is kept, also where the browser keeps nothing.
 */
export function createActQueue(memory: UnsentMemory<StoredAct>) {
  let acts: readonly QueuedAct[] = []
  let memberId: string | undefined
  let writing = Promise.resolve()
  /** Null: to be forgotten. */
  const unwritten = new Map<string, QueuedAct | null>()
  const mine = new Set<string>()
  const listeners = new Set<() => void>()

  const show = (next: readonly QueuedAct[]) => {
    if (isSame(acts, next)) return
    acts = next
    for (const listener of listeners) listener()
  }
  const inOrder = (step: (of: string) => Promise<void>) => {
    writing = writing.then(() => (memberId === undefined ? undefined : step(memberId)))
    return writing
  }
  const write = (key: string, act: QueuedAct | null) => {
    unwritten.set(key, act)
    return inOrder(async (of) => {
      if (unwritten.get(key) !== act) return
      const isWritten = act ? await memory.keep({ ...act, memberId: of }) : await memory.forget(key).then(() => true)
      if (isWritten && unwritten.get(key) === act) unwritten.delete(key)
    })
  }
  /** What other pages have done to the queue counts here, too. */
  const sync = () =>
    inOrder(async (of) => {
      const kept = await memory.all(of)
      if (memberId !== of) return
      const others = kept
        .filter(({ key }) => !unwritten.has(key))
        .map((one) => (one.state === 'queued' && !mine.has(one.key) ? { ...one, state: 'waiting' as const } : one))
      const own = [...unwritten.values()].filter((one) => one !== null)
      show([...others, ...own].toSorted((a, b) => a.addedAt - b.addedAt))
    })

  return {
    get: () => acts,
    memberId: () => memberId,
    /** Resolves once the browser keeps what this page shows. */
    written: () => writing,
    sync,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** False where too many wait already. */
    add: (act: Omit<QueuedAct, 'addedAt' | 'state'>): boolean => {
      if (acts.length >= MOST_ACTS) return false
      const addedAt = Math.max(Date.now(), (acts.at(-1)?.addedAt ?? 0) + 1)
      const added: QueuedAct = { ...act, addedAt, state: 'queued' }
      mine.add(act.key)
      show([...acts, added])
      void write(act.key, added)
      return true
    },
    /** Puts these in its place: none, itself with another state, or one for each message that was refused. */
    replace: (key: string, by: readonly QueuedAct[]) => {
      // An answer that comes after the person has left is theirs no more.
      if (!acts.some((one) => one.key === key)) return
      show([...acts.filter((one) => one.key !== key), ...by].toSorted((a, b) => a.addedAt - b.addedAt))
      if (by.every((one) => one.key !== key)) void write(key, null)
      for (const one of by) void write(one.key, one)
    },
    /** For this person in this organization from now on; what they left unsent comes back. */
    open: (of: string) => {
      memberId = of
      for (const [key, act] of unwritten) void write(key, act)
      return sync()
    },
    close: () => {
      memberId = undefined
      unwritten.clear()
      show([])
    },
  }
}

export type ActQueue = ReturnType<typeof createActQueue>
