import { useMemo } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import type { Clock } from './facts.tsx'

/** The present moment in the person's zone. */
export function useClock(zone: string): Clock {
  const now = useNow()
  return useMemo(() => ({ zone, now }), [zone, now])
}
