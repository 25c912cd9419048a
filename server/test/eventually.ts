import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE = 25

/** What `look` finds, as soon as it does not throw; after the time its last complaint. Long enough for a busy machine. */
export async function eventually<T>(look: () => T | Promise<T>, within = 15_000, pause = PAUSE): Promise<T> {
  const latest = Date.now() + within
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > latest) throw error
    }
    await sleep(pause)
  }
}
