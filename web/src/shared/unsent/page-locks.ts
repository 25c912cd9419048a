export interface PageLocks {
  /** Resolves once no other page has it, with the way to unlock it again. */
  take(name: string): Promise<() => void>
}

/** One page at a time: a second tab takes over when the first is closed. */
export const pageLocks: PageLocks = {
  take: (name) =>
    new Promise((taken, failed) => {
      if (!('locks' in navigator)) return taken(() => undefined)
      navigator.locks.request(name, () => new Promise<void>((release) => taken(() => release()))).catch(failed)
      return undefined
    }),
}
