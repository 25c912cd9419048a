import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until this address answers well. */
export async function untilReady(what: string, url: string, seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const ready = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  throw new Error(`${what} did not become ready within ${seconds} s`)
}
