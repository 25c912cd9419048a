/** What time and network do; scripted in tests. */
export interface World {
  online(): boolean
  whenOnline(): Promise<void>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  random(): number
}

const once = (target: EventTarget, type: string, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      target.removeEventListener(type, heard)
      reject(signal?.reason)
    }
    const heard = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    target.addEventListener(type, heard, { once: true })
    signal?.addEventListener('abort', stop, { once: true })
  })

export const browserWorld: World = {
  online: () => navigator.onLine,
  whenOnline: () => once(window, 'online'),
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
