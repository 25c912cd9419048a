import { type ComponentType, lazy, useEffect, useState } from 'react'

type Load<T> = () => Promise<T>

const connectionBack = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))

/**
 * A module of the page. Without a connection it comes when the connection is back. One that cannot be had with a
 * connection, as after a newer version was installed, is asked for twice; a `patient` caller then waits for the
 * connection, too, and never fails.
 */
export async function fetchPart<T>(load: Load<T>, { patient = false } = {}): Promise<T> {
  for (let failed = false; ; failed = true) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine || (failed && patient)) await connectionBack()
      else if (failed) throw error
    }
  }
}

/** A component whose module is fetched when it is first shown. React would remember for good that it could not be had. */
export const lazyPart = <Module, Props>(load: Load<Module>, pick: (module: Module) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await fetchPart(load)) }))

/**
 * A module that the page can do without until `start` calls back; `start` answers with how to call that off. Both must
 * stay the same functions. A module that was fetched once is there at once on the next page: `known` is it.
 */
export function usePart<T extends object>(
  load: Load<T>,
  start: (fetch: () => void) => () => void,
  known?: T,
): T | undefined {
  const [part, setPart] = useState<T>()
  useEffect(() => {
    if (known) return undefined
    let left = false
    const cancel = start(() => void fetchPart(load, { patient: true }).then((loaded) => !left && setPart(loaded)))
    return () => {
      left = true
      cancel()
    }
  }, [load, start, known])
  return known ?? part
}
