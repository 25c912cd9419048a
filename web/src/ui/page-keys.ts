import { useEffect } from 'react'

/** A key of the page. The shell listens to the keyboard, so that switching single keys off works here, too. */
export type PageKey = { key: string; label: string; act: () => void }

const registered = new Set<readonly PageKey[]>()

/** The keys of a part of the page while it is mounted. The part that was added last is asked first. */
export function usePageKeys(keys: readonly PageKey[]) {
  useEffect(() => {
    registered.add(keys)
    return () => void registered.delete(keys)
  }, [keys])
}

export const pageKeys = (): PageKey[] => [...registered].toReversed().flat()

export function pressPageKey(key: string): boolean {
  const found = pageKeys().find((each) => each.key === key)
  found?.act()
  return found !== undefined
}
