import { useEffect } from 'react'

/** A key that the page in sight understands. The shell hears the keyboard, so that switching keys off counts here too. */
export type PageKey = { key: string; label: string; act: () => void }

const registered = new Set<readonly PageKey[]>()

/** The keys of a part of the page, as long as it is there. What was added last is asked first. */
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
