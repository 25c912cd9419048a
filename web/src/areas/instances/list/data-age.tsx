import { useEffect, useState } from 'react'
import { secondsAgoText } from '../../../shared/format/moments.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../instances.texts.ts'

const SECOND = 1_000
const STEP = 5 * SECOND
const words = texts.updated

/** How old what is shown is; `failed`: a newer state could not be had. */
export function DataAge({ at, failed }: { at: number; failed: boolean }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP)
    return () => clearInterval(timer)
  }, [])
  if (at === 0) return null
  const ago = Math.max(0, now - at)
  const age = ago < STEP ? words.now : words.ago(secondsAgoText(ago))
  return (
    <span translate="no" className={cn('text-xs whitespace-nowrap', failed ? 'text-danger-fg' : 'text-fg-3')}>
      {failed ? words.failed(age) : age}
    </span>
  )
}
