import type { Context } from '../../core/context.ts'
import { isBusy, isDatabaseAway } from '../../core/db/busy.ts'
import { isEngineAway } from '../../core/temporal/client.ts'

/**
 * One after the other; one that fails is told of and holds up no other. What would fail each of them, such as a server that
 * is away, is thrown at once. Says how many failed.
 */
export async function eachApart(
  log: Context['log'],
  ids: readonly string[],
  failure: string,
  act: (id: string) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  for (const id of ids) {
    try {
      await act(id)
    } catch (error) {
      if (isBusy(error) || isDatabaseAway(error) || isEngineAway(error)) throw error
      log.error({ err: error, id }, failure)
      failed++
    }
  }
  return failed
}
