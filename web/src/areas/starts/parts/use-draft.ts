import { useState } from 'react'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What is typed; as it is saved once nothing differs, so that what others save shows. */
export function useDraft<T extends object>(saved: T | undefined, fresh: () => T) {
  const [first] = useState(fresh)
  const base = saved ?? first
  const [typed, setTyped] = useState<T>()
  const draft = typed ?? base
  return {
    draft,
    isChanged: typed !== undefined && !same(typed, base),
    change: (change: Partial<T>) => setTyped({ ...draft, ...change }),
    reset: () => setTyped(undefined),
  }
}
