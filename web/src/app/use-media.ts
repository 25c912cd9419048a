import { useCallback, useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 759px)'
export const NARROW = '(max-width: 1179px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
