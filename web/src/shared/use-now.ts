import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, MINUTE)
    // Browsers let the clocks of hidden pages sleep.
    document.addEventListener('visibilitychange', tick)
    tick()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The present moment, fresh every minute: what a page left open says about time stays true. One clock for all. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
