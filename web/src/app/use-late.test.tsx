import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLate } from './use-late.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const idle = () => act(() => vi.advanceTimersByTimeAsync(1_000))
const online = () => act(async () => void dispatchEvent(new Event('online')))

test('a part comes when the page is idle, not before', async () => {
  const load = vi.fn(async () => ({ name: 'part' }))
  const { result } = renderHook(() => useLate(load))
  expect(load).not.toHaveBeenCalled()
  await idle()
  expect(result.current).toEqual({ name: 'part' })
})

test('what could not be fetched is asked for again when the connection is back', async () => {
  const load = vi.fn(async () => ({ name: 'part' })).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { result } = renderHook(() => useLate(load))
  await idle()
  expect(result.current).toBeUndefined()
  await online()
  expect(result.current).toEqual({ name: 'part' })
  await online()
  expect(load).toHaveBeenCalledTimes(2)
})
