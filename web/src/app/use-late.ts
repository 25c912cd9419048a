import { usePart } from '../ui/lazy-part.ts'
import { queryClient } from './query-client.ts'

const LONGEST_WAIT = 3_000

/** Once what the page asked for has come: it must not share the connection with what can wait. */
function whenAnswered(act: () => void): () => void {
  const look = () => {
    if (queryClient.isFetching() > 0) return
    stop()
    act()
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(look)
  const timer = setTimeout(() => {
    stop()
    act()
  }, LONGEST_WAIT)
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  look()
  return stop
}

/** After the first paint has settled; browsers without idle callbacks get a short wait. */
export function whenIdle(act: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    cancel = whenAnswered(act)
  }
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(wait, { timeout: LONGEST_WAIT })
    cancel = () => cancelIdleCallback(id)
  } else {
    const id = setTimeout(wait, 500)
    cancel = () => clearTimeout(id)
  }
  return () => cancel()
}

/**
 * A part of the page that is fetched when the page is idle. While it cannot be had the page goes on without it, and
 * asks again when the connection is back. `load` must stay the same function.
 */
export const useLate = <T extends object>(load: () => Promise<T>): T | undefined => usePart(load, whenIdle)
