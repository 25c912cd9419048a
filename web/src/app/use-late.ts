import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

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
