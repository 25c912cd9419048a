import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { texts } from '../audit.texts.ts'

type ListEndProps = {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
}

/** Asks for more when it comes into view; the button is for whoever does not scroll, and after a failure. */
export function ListEnd({ hasMore, loading, failed, onMore }: ListEndProps) {
  const place = useRef<HTMLDivElement>(null)
  // Watched anew after every page, so that an end still in view asks for the next one.
  const waiting = hasMore && !loading && !failed
  useEffect(() => {
    const element = place.current
    if (!waiting || !element) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '600px' })
    observer.observe(element)
    return () => observer.disconnect()
  }, [waiting, onMore])
  return (
    <div ref={place} className="grid place-items-center py-4 text-fg-3">
      {hasMore ? (
        <Button variant="ghost" busy={loading} onClick={onMore}>
          {loading ? texts.loadingMore : texts.more}
        </Button>
      ) : (
        texts.end
      )}
    </div>
  )
}
