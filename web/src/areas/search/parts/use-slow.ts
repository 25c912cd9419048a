import { useEffect, useState } from 'react'

const SOON = 300

/** Whether something has been going on for longer than a person takes for at once. */
export function useSlow(isGoingOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return undefined
    const timer = setTimeout(() => setSlow(true), SOON)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isGoingOn])
  return isSlow
}
