import { type ComponentType, lazy } from 'react'

const connectionBack = () => new Promise((resolve) => addEventListener('online', resolve, { once: true }))

/**
 * A module of the page. Without a connection it comes when the connection is back; one that cannot be had with a
 * connection, as after a newer version was installed, is asked for twice.
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failed = false; ; failed = true) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) await connectionBack()
      else if (failed) throw error
    }
  }
}

/** A component whose module is fetched when it is first shown. React would remember for good that it could not be had. */
export const lazyPart = <Module, Props>(load: () => Promise<Module>, pick: (module: Module) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await fetchPart(load)) }))
