import type { PageLocks } from '../../../shared/unsent/page-locks.ts'
import type { ActQueue } from './act-queue.ts'
import { isUnsent, type QueuedAct } from './queued-act.ts'

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

type SendLoopOptions = {
  queue: ActQueue
  locks: PageLocks
  /** Tells whether the server has answered. */
  attempt: (act: QueuedAct) => Promise<boolean>
  /** Told when everything that is left has to wait. */
  onWaiting: () => void
}

/** Sends one act after the other, from one page of the browser at a time, until the server has answered. */
export function createSendLoop({ queue, locks, attempt, onWaiting }: SendLoopOptions) {
  let running = false
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined

  /** No page sends meanwhile, and what another one has sent is known. */
  const alone = async <T>(step: () => T | Promise<T>): Promise<T> => {
    const release = await locks.take(`acts of ${queue.memberId()}`)
    try {
      await queue.sync()
      return await step()
    } finally {
      // The next page must not find what was sent.
      await queue.written()
      release()
    }
  }
  const sendFirst = async (): Promise<boolean> => {
    const next = queue.get().find(isUnsent)
    if (!next) return false
    if (navigator.onLine && (await attempt(next))) {
      wait = FIRST_WAIT
      return true
    }
    // Those behind it wait, too: they are sent in the order they were made in.
    for (const one of queue.get()) if (one.state === 'queued') queue.replace(one.key, [{ ...one, state: 'waiting' }])
    onWaiting()
    return false
  }
  const isNew = () => queue.get().some(({ state }) => state === 'queued')
  const schedule = () => {
    clearTimeout(timer)
    if (!navigator.onLine || !queue.get().some(isUnsent)) return
    timer = setTimeout(() => void flush(), wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
  const flush = async () => {
    clearTimeout(timer)
    if (running) return
    running = true
    try {
      let isMore = true
      while (isMore) isMore = (await alone(sendFirst)) || isNew()
    } finally {
      // Whatever went wrong with it, what is left is tried again.
      running = false
      schedule()
    }
  }
  return {
    alone,
    flush,
    /** Another page has changed the queue; it may have been closed before it could send what is new. */
    look: () => queue.sync().then(() => running || schedule()),
    stop: () => clearTimeout(timer),
  }
}
