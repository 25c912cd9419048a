import { useEffect, useState } from 'react'

export type LateParts = typeof import('./late-parts.ts')

let parts: LateParts | undefined

export async function loadLateParts(): Promise<LateParts> {
  parts ??= await import('./late-parts.ts')
  return parts
}

/**
 * Panels, dialogs and the outline, fetched once the first cards are on the screen: reading their code would take as long
 * as drawing. They stay for the next workflow that is opened. Without a connection they come when it is back.
 */
export function useLateParts(): LateParts | undefined {
  const [loaded, setLoaded] = useState(parts)
  useEffect(() => {
    if (loaded) return undefined
    let left = false
    let due: ReturnType<typeof setTimeout> | undefined
    const fetchParts = () => {
      loadLateParts().then(
        (found) => !left && setLoaded(found),
        () => !left && addEventListener('online', fetchParts, { once: true }),
      )
    }
    const frame = requestAnimationFrame(() => {
      due = setTimeout(fetchParts)
    })
    return () => {
      left = true
      cancelAnimationFrame(frame)
      clearTimeout(due)
      removeEventListener('online', fetchParts)
    }
  }, [loaded])
  return loaded
}
