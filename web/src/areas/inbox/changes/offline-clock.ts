/** Since when the browser has had no connection, from when somebody starts to watch it. */
export function createOfflineClock(onBack: () => void) {
  let since: number | undefined
  const listeners = new Set<() => void>()
  const set = (next: number | undefined) => {
    since = next
    for (const listener of listeners) listener()
  }
  const back = () => {
    set(undefined)
    onBack()
  }
  const lost = () => set(Date.now())
  return {
    since: () => since,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: () => {
      if (!navigator.onLine) lost()
      addEventListener('online', back)
      addEventListener('offline', lost)
    },
    stop: () => {
      removeEventListener('online', back)
      removeEventListener('offline', lost)
      since = undefined
    },
  }
}
