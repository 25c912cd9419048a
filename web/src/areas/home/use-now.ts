import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present moment, fresh every minute: a page left open overnight says good morning. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
