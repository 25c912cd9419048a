import type { Query, QueryClient } from '@tanstack/react-query'

/** More than half a second, so that a burst makes less than two requests a second with the last one counted in. */
const BETWEEN_ROUNDS = 600

/**
 * Each query asks again at once, then at most twice a second, and once more at the end. It never asks before the last
 * answer is there: cancelling that for a newer one would keep a slow list from ever arriving.
 */
function createThrottledRefresh(client: QueryClient) {
  /** Queries that have just asked, and whether they have to ask once more. */
  const resting = new Map<string, boolean>()

  /**
   * The answer on its way may have been made before the frame, so it is awaited and asked for again. Without this a
   * first answer would be taken as the newest: invalidating a query that has no data yet joins the running request.
   */
  async function runningRequest(queryHash: string) {
    const query = client.getQueryCache().get(queryHash)
    if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
  }

  async function askInRounds({ queryKey, queryHash }: Query) {
    resting.set(queryHash, false)
    do {
      await runningRequest(queryHash)
      resting.set(queryHash, false)
      const rest = new Promise((resolve) => setTimeout(resolve, BETWEEN_ROUNDS))
      await Promise.all([client.invalidateQueries({ queryKey, exact: true }), rest])
    } while (resting.get(queryHash))
    resting.delete(queryHash)
  }

  return (queries: readonly Query[]) => {
    for (const query of queries) {
      if (resting.has(query.queryHash)) resting.set(query.queryHash, true)
      else void askInRounds(query)
    }
  }
}

const refreshes = new WeakMap<QueryClient, ReturnType<typeof createThrottledRefresh>>()

/** One for all who ask on behalf of a change, so that frames and what the page itself did count together. */
export function throttledRefresh(client: QueryClient) {
  const known = refreshes.get(client) ?? createThrottledRefresh(client)
  refreshes.set(client, known)
  return known
}
