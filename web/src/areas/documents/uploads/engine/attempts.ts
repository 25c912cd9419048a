import { ApiError } from '@throughline/contracts/client'
import { StoreError } from './line.ts'

/** What time and network do; scripted in tests. */
export interface World {
  online(): boolean
  whenOnline(signal: AbortSignal): Promise<void>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  random(): number
}

const MOST_TRIES = 8
const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000

/** Too many at once is told with the time after which it may go on; that is no failure. */
const told = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 1) : undefined

/** A refusal stays one; what the network or a server in trouble did may pass. An address too old is asked for anew. */
function mayPass(error: unknown): boolean {
  if (error instanceof StoreError) return error.status >= 500 || error.status === 403 || error.status === 408
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408
  return error instanceof TypeError
}

/** Longer from try to try, and never all at the same moment. */
const backoff = (tries: number, random: number) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.5 + random / 2)

interface Attempts {
  world: World
  signal: AbortSignal
  /** Told when the connection is gone, and when it is back. */
  onOffline: (offline: boolean) => void
}

/** Until it succeeds, is refused, is stopped, or has failed too often while there was a connection. */
export async function persist<T>(act: () => Promise<T>, { world, signal, onOffline }: Attempts): Promise<T> {
  for (let tries = 0; ; ) {
    if (!world.online()) {
      onOffline(true)
      await world.whenOnline(signal)
      onOffline(false)
      tries = 0
    }
    try {
      return await act()
    } catch (error) {
      signal.throwIfAborted()
      const seconds = told(error)
      if (seconds !== undefined) {
        await world.wait(seconds * 1_000 * (1 + world.random() / 4), signal)
        continue
      }
      if (!mayPass(error)) throw error
      if (!world.online()) continue
      tries++
      if (tries >= MOST_TRIES) throw error
      await world.wait(backoff(tries, world.random()), signal)
    }
  }
}

const once = (target: EventTarget, type: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      target.removeEventListener(type, heard)
      reject(signal.reason)
    }
    const heard = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    target.addEventListener(type, heard, { once: true })
    signal.addEventListener('abort', stop, { once: true })
  })

export const browserWorld: World = {
  online: () => navigator.onLine,
  whenOnline: (signal) => once(window, 'online', signal),
  random: Math.random,
  /** A connection that comes back ends the waiting. */
  wait: async (milliseconds, signal) => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), milliseconds)
    try {
      await once(window, 'online', AbortSignal.any([signal, stop.signal]))
    } catch (reason) {
      signal.throwIfAborted()
      if (!stop.signal.aborted) throw reason
    } finally {
      clearTimeout(timer)
    }
  },
}
