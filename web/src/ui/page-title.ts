import { useEffect } from 'react'

let current: string | undefined
const listeners = new Set<() => void>()

function say(title: string | undefined) {
  current = title
  for (const listener of listeners) listener()
}

/** What the page in sight is called, where it shows one named thing. */
export const pageTitle = {
  get: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Calls the page by the name of what it shows, as long as it is there. */
export function usePageTitle(title: string) {
  useEffect(() => {
    say(title)
    return () => say(undefined)
  }, [title])
}
