import { useEffect, useState } from 'react'

/** After the first paint has settled; browsers without idle callbacks get a short wait. */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(act, { timeout: 3_000 })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(act, 500)
  return () => clearTimeout(id)
}

/**
 * A part of the page that is fetched when the page is idle. While it cannot be had the page goes on without it, and
 * asks again when the connection is back. `load` must stay the same function.
 */
export function useLate<T extends object>(load: () => Promise<T>): T | undefined {
  const [part, setPart] = useState<T>()
  useEffect(() => {
    let left = false
    const fetchPart = () => {
      load().then(
        (loaded) => !left && setPart(loaded),
        () => !left && addEventListener('online', fetchPart, { once: true }),
      )
    }
    const cancel = whenIdle(fetchPart)
    return () => {
      left = true
      cancel()
      removeEventListener('online', fetchPart)
    }
  }, [load])
  return part
}
