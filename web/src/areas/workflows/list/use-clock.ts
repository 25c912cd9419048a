import { useEffect, useMemo, useState } from 'react'
import type { Clock } from './facts.tsx'

const MINUTE = 60_000

/** The present moment in the person's zone, fresh every minute. */
export function useClock(zone: string): Clock {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ zone, now }), [zone, now])
}
