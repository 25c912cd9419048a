import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttledRefresh } from './throttled-refresh.ts'

const KEY = ['documents', 'one', 'd1', 'preview', 2]

let client: QueryClient
let leave: () => void
let requests: number
let cutOff: number
/** What the server would say at this moment. */
let now: string

/** A page that shows this from now on; each answer is made at once and arrives after so many milliseconds. */
function show(latency: number) {
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    requests++
    signal.addEventListener('abort', () => cutOff++)
    const answer = now
    await new Promise((resolve) => setTimeout(resolve, latency))
    return answer
  }
  leave = new QueryObserver(client, { queryKey: KEY, queryFn, retry: false }).subscribe(() => undefined)
}
const refreshed = () => client.getQueryCache().findAll({ queryKey: KEY })

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  requests = 0
  cutOff = 0
  now = 'still being processed'
})
afterEach(() => {
  leave()
  client.clear()
  vi.useRealTimers()
})

test('a frame that comes while the first answer is on its way makes the query ask again', async () => {
  const refresh = throttledRefresh(client)
  show(100)
  await vi.advanceTimersByTimeAsync(50)
  now = 'ready'
  refresh(refreshed())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(KEY)).toBe('ready')
  expect(requests).toBe(2)
})

test('so does one that comes while a later answer is on its way, after that has arrived', async () => {
  const refresh = throttledRefresh(client)
  show(100)
  await vi.advanceTimersByTimeAsync(200)
  void client.refetchQueries({ queryKey: KEY })
  await vi.advanceTimersByTimeAsync(50)
  now = 'ready'
  refresh(refreshed())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(KEY)).toBe('ready')
  expect(requests).toBe(3)
})

test('the last of several frames is asked for, also where it comes during the rest', async () => {
  const refresh = throttledRefresh(client)
  show(10)
  await vi.advanceTimersByTimeAsync(20)
  for (const state of ['scanned', 'read', 'drawn', 'ready']) {
    now = state
    refresh(refreshed())
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(KEY)).toBe('ready')
  expect(requests).toBe(3)
})

test('after six uploads the list is right within a second, and no request was cut off for another', async () => {
  show(300)
  await vi.advanceTimersByTimeAsync(400)
  for (const file of ['1', '2', '3', '4', '5', '6']) {
    now = file
    // The tray that uploaded it and the frame about it each ask.
    throttledRefresh(client)(refreshed())
    throttledRefresh(client)(refreshed())
    await vi.advanceTimersByTimeAsync(80)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(client.getQueryData(KEY)).toBe('6')
  expect(requests).toBe(3)
  expect(cutOff).toBe(0)
})

test('a page that was left and opened again meanwhile still follows', async () => {
  const refresh = throttledRefresh(client)
  show(100)
  await vi.advanceTimersByTimeAsync(50)
  refresh(refreshed())
  leave()
  client.removeQueries({ queryKey: KEY })
  show(100)
  await vi.advanceTimersByTimeAsync(50)
  now = 'ready'
  refresh(refreshed())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryData(KEY)).toBe('ready')
})
