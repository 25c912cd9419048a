import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow'

/** The one timer of an instance; it is set anew only if the moment has moved. */
export function createAlarm(ring: () => void) {
  let current: { at: number; scope: CancellationScope } | undefined

  const wait = async (at: number, scope: CancellationScope) => {
    try {
      await scope.run(() => sleep(Math.max(at - Date.now(), 1)))
    } catch (error) {
      if (isCancellation(error)) return
      throw error
    }
    if (current?.scope === scope) current = undefined
    ring()
  }

  const set = (at: number | null) => {
    if (at === (current?.at ?? null)) return
    current?.scope.cancel()
    current = undefined
    if (at === null) return
    const scope = new CancellationScope()
    current = { at, scope }
    void wait(at, scope)
  }

  return { set }
}
