import { type RefObject, useEffect, useRef } from 'react'

/** For what stands after the last row: more is fetched before it comes into sight. */
export function useNearEnd(scroller: RefObject<HTMLElement | null>, onNearEnd: () => void) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return undefined
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNearEnd(), {
      root: scroller.current,
      rootMargin: '600px',
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [scroller, onNearEnd])
  return end
}
