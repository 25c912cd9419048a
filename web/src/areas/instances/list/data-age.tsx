import { useEffect, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../instances.texts.ts'

const SECOND = 1_000
const STEP = 5
const words = texts.updated

/** "Updated 12 seconds ago". */
function ageText(ago: number): string {
  const seconds = Math.floor(ago / SECOND)
  if (seconds < STEP) return words.now
  if (seconds < 60) return words.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60))
}

/** How old what is shown is; `failed`: a newer state could not be had. */
export function DataAge({ at, failed }: { at: number; failed: boolean }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP * SECOND)
    return () => clearInterval(timer)
  }, [])
  if (at === 0) return null
  const age = ageText(Math.max(0, now - at))
  return (
    <span translate="no" className={cn('text-xs whitespace-nowrap', failed ? 'text-danger-fg' : 'text-fg-3')}>
      {failed ? words.failed(age) : age}
    </span>
  )
}
