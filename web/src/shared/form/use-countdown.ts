import { useSyncExternalStore } from 'react'

const everySecond = (tick: () => void) => {
  const timer = setInterval(tick, 1_000)
  return () => clearInterval(timer)
}
const never = () => () => undefined

/** Whole seconds until a moment, counted down on the screen; 0 when it is past or none is given. */
export function useCountdown(until: number | undefined): number {
  const left = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)))
  return useSyncExternalStore(until === undefined ? never : everySecond, left)
}
