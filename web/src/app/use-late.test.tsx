import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'
import { useLate } from './use-late.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const idle = () => act(() => vi.advanceTimersByTimeAsync(1_000))
const online = () => act(async () => void dispatchEvent(new Event('online')))

test('a part comes when the page is idle, not before', async () => {
  const load = vi.fn(async () => ({ name: 'part' }))
  const { result } = renderHook(() => useLate(load))
  expect(load).not.toHaveBeenCalled()
  await idle()
  expect(result.current).toEqual({ name: 'part' })
})

test('a part waits for what the page asked for, but not for ever', async () => {
  const load = vi.fn(async () => ({ name: 'part' }))
  const { promise, resolve } = Promise.withResolvers<string>()
  void queryClient.prefetchQuery({ queryKey: ['work'], queryFn: () => promise })
  renderHook(() => useLate(load))
  await idle()
  expect(load).not.toHaveBeenCalled()
  await act(async () => resolve('rows'))
  expect(load).toHaveBeenCalledOnce()

  void queryClient.prefetchQuery({ queryKey: ['never'], queryFn: () => new Promise(() => undefined) })
  const other = vi.fn(async () => ({ name: 'other' }))
  renderHook(() => useLate(other))
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(other).toHaveBeenCalledOnce()
})

test('what could not be fetched is asked for again when the connection is back', async () => {
  const failed = new TypeError('Failed to fetch')
  const load = vi.fn(async () => ({ name: 'part' }))
  load.mockRejectedValueOnce(failed).mockRejectedValueOnce(failed)
  const { result } = renderHook(() => useLate(load))
  await idle()
  expect(result.current).toBeUndefined()
  await online()
  expect(result.current).toEqual({ name: 'part' })
  await online()
  expect(load).toHaveBeenCalledTimes(3)
})
